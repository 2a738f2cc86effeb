# Verifiers of receipts that others wrote: securesystemslib (DSSE) and in-toto-attestation.

venv in-toto 'securesystemslib[crypto]==1.6.0' in-toto-attestation==0.9.3

cargo build -q -p brain
target=$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
brain=$target/debug/brain
work=$(mktemp -d)
trap 'rm -rf "$work"; stop_all' EXIT

# A receipt of each kind: green, red, refused.
(
    export HOME=$work BRAIN_DATABASE_URL="sqlite://$work/brain.db"
    unset XDG_CONFIG_HOME BRAIN_VERIFY_KEY
    mkdir -p "$work/tree/.verify"
    cd "$work/tree"
    git init -q .
    printf '[[check]]\nid = "green"\nargv = ["true"]\n[[check]]\nid = "red"\nargv = ["false"]\n' > .verify/verify.toml
    "$brain" verify -- true
    "$brain" verify -- false || [ $? -eq 1 ]
    "$brain" verify -- rm -rf x || [ $? -eq 10 ]
    "$brain" verify export > "$work/proofs.jsonl"
    "$brain" verify key --pem > "$work/public.pem"
)
"$cache/in-toto/bin/python" "$here/accepts.py" "$work/proofs.jsonl" "$work/public.pem"
