# Prints `true` if a commit is dated in the days of a first digest, else nothing. It is one of those that are walked.
git --git-dir={repository/git_dir} log --max-count=20000 --no-show-signature --format=%ct {repository/head|none} -- |
    awk -v since={settings/first_since} '$1 >= since {{ print "true"; exit }}'
