# Counts the files that the chosen commits changed, each once. A partial clone would fetch its folders.
[ {repository/is_partial} = false ] || {{ echo 0; exit; }}
git --git-dir={repository/git_dir} log --no-walk=unsorted --stdin --format= --name-only | LC_ALL=C sort -u | wc -l
