# Counts what lies in the window, as JSON.
walk() {{
    git --git-dir={repository/git_dir} "$@" --max-age={window/walk/since} {window/walk/range} --
}}
commits=$(walk rev-list --count --no-merges --max-count={window/walk/most}) || exit
merges=$(walk rev-list --count --merges --max-count={window/walk/most}) || exit
authors=$(walk shortlog --summary --no-merges --max-count={window/walk/most} | wc -l)
# As many commits as are read: a file counts once, however often it changed.
files=0
[ {repository/is_partial} = true ] ||
    files=$(walk log --no-merges --max-count={window/walk/read} --format= --name-only | LC_ALL=C sort -u | wc -l)
printf '{{"commits": %d, "merges": %d, "authors": %d, "files": %d}}\n' "$commits" "$merges" "$authors" "$files"
