# Prints which of the commits where digests ended are still here: `within` what is checked out, or `beside` it.
while read -r end || [ -n "$end" ]; do
    git --git-dir={repository/git_dir} merge-base --is-ancestor "$end" {repository/head|none} 2> /dev/null
    case $? in
        0) echo "within $end" ;;
        1) echo "beside $end" ;;
    esac
done
