# Prints where the repository is and what it has checked out, one fact a line; or `none`, the folder, and what git says.
# A repository that is named wins over one that git was told of, as it is in a hook.
[ {settings/repo} = . ] || unset GIT_DIR GIT_WORK_TREE
folder={settings/repo}
[ "$folder" != . ] || folder=${{GIT_DIR:-$PWD}}
command -v git > /dev/null || {{
    printf 'none\n%s\nno git\n' "$folder"
    exit
}}
# What git says is told apart by its words.
git_dir=$(LC_ALL=C git -C {settings/repo} rev-parse --absolute-git-dir 2>&1) || {{
    printf 'none\n%s\n%s\n' "$folder" "$git_dir"
    exit
}}
# Warnings may come before it.
git_dir=$(git -C {settings/repo} rev-parse --absolute-git-dir) || exit
top=$(git -C {settings/repo} rev-parse --show-toplevel 2> /dev/null) || {{
    # A bare repository has no work tree. Inside the folder of git that of a linked one, of a submodule and the usual
    # one are named in different ways.
    top=$git_dir
    if [ -f "$git_dir/gitdir" ]; then
        top=$(cd "$git_dir" && cd "$(dirname "$(cat gitdir)")" && pwd -P) || top=$git_dir
    elif git --git-dir="$git_dir" config core.worktree > /dev/null; then
        top=$(cd "$git_dir" && git --git-dir="$git_dir" rev-parse --show-toplevel) || exit
    elif [ "$(git --git-dir="$git_dir" config --type=bool core.bare)" != true ]; then
        top=${{git_dir%/.git}}
    fi
}}
shallow=$(git --git-dir="$git_dir" rev-parse --is-shallow-repository) || exit
# A partial clone would fetch file contents to count their lines.
git --git-dir="$git_dir" config --get-regexp '^remote\..*\.promisor$' > /dev/null && partial=true || partial=false
# No branch where HEAD is detached, no commit in a new repository.
branch=$(git --git-dir="$git_dir" symbolic-ref --quiet --short HEAD)
head=$(git --git-dir="$git_dir" rev-parse --quiet --verify HEAD)
printf '%s\n' "$top" "$git_dir" "$shallow" "$partial" "$branch" "$head"
