# Chooses the commits of the window, newest first: prints how many there are and the ids of those to read, as JSON.
# git would end its walk at the first commit that is too old, whatever lies below it. So all dates are read.
{{
    git --git-dir={repository/git_dir} log --stdin --max-count={window/walk/walked} \
        --encoding=UTF-8 --no-color --no-show-signature --format='%ct%x09%H%x09%P%x09%aN' ||
        echo failed
}} | LC_ALL=C awk -F '\t' -v since={window/walk/since} -v most={window/walk/most} -v read={window/walk/read} '
    $1 == "failed" {{ has_failed = 1; exit }}
    $1 + 0 < since {{ next }}
    $3 ~ / / {{ merges++; next }}
    most >= 0 && commits + 0 >= most {{ exit }}
    {{ commits++ }}
    !($4 in names) {{ names[$4]; authors++ }}
    commits <= read {{ ids = ids $2 "\\n" }}
    END {{
        if (has_failed) exit 1
        printf "{{\"commits\": %d, \"merges\": %d, \"authors\": %d, \"ids\": \"%s\"}}\n", commits, merges, authors, ids
    }}
'
