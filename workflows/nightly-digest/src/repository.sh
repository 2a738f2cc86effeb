# Prints where the repository is and what it has checked out, one fact a line.
command -v git > /dev/null || {{
    echo 'git is not installed, or not in PATH' >&2
    exit 127
}}
# A repository that is named wins over one that git was told of, as it is in a hook.
[ {settings/repo} = . ] || unset GIT_DIR GIT_WORK_TREE
git_dir=$(git -C {settings/repo} rev-parse --absolute-git-dir) || {{
    echo 'DIGEST_REPO names the repository; without it, the working directory does' >&2
    exit 1
}}
# A bare repository has no work tree.
top=$(git -C {settings/repo} rev-parse --show-toplevel 2> /dev/null) || top=$git_dir
shallow=$(git --git-dir="$git_dir" rev-parse --is-shallow-repository) || exit
# A partial clone would fetch file contents to count their lines.
git --git-dir="$git_dir" config --get-regexp '^remote\..*\.promisor$' > /dev/null && partial=true || partial=false
# No branch where HEAD is detached, no commit in a new repository.
branch=$(git --git-dir="$git_dir" symbolic-ref --quiet --short HEAD)
head=$(git --git-dir="$git_dir" rev-parse --quiet --verify HEAD)
printf '%s\n' "$top" "$git_dir" "$shallow" "$partial" "$branch" "$head"
