# Prints the commits of the window that are no merges, newest first. NUL bytes keep the fields apart: no message holds one.
figures=--shortstat
[ {repository/is_partial} = false ] || figures=
git --git-dir={repository/git_dir} log --no-merges --max-age={window/walk/since} --max-count={window/walk/read} \
    --encoding=UTF-8 --no-color --no-show-signature --no-ext-diff $figures \
    --format='%x00%h%x00%P%x00%aN%x00%aE%x00%s%x00%b%x00' {window/walk/range} --
