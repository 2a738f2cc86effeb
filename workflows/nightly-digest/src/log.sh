# Prints the chosen commits. NUL bytes keep the fields apart: no message holds one.
figures=--shortstat
[ {repository/is_partial} = false ] || figures=
git --git-dir={repository/git_dir} log --no-walk=unsorted --stdin \
    --encoding=UTF-8 --no-color --no-show-signature --no-ext-diff $figures \
    --format='%x00%h%x00%P%x00%aN%x00%aE%x00%s%x00%b%x00'
