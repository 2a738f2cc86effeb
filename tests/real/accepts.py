"""Receipts are accepted by securesystemslib (DSSE) and in-toto-attestation, and changed ones are not.

usage: accepts.py PROOFS.jsonl PUBLIC.pem
"""

import json
import sys

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from google.protobuf import json_format
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
from in_toto_attestation.v1.statement import Statement
from in_toto_attestation.v1 import statement_pb2
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey


def main(proofs, public):
    with open(public, "rb") as file:
        crypto = load_pem_public_key(file.read())
    count = 0
    for line in open(proofs, encoding="utf-8"):
        data = json.loads(line)
        key = SSlibKey.from_crypto(crypto, keyid=data["signatures"][0]["keyid"])
        envelope = Envelope.from_dict(json.loads(line))
        envelope.verify([key], 1)
        statement = Statement.copy_from_pb(json_format.Parse(envelope.payload, statement_pb2.Statement()))
        statement.validate()
        payload = json.loads(envelope.payload)
        assert payload["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1", payload
        result = json_format.ParseDict(
            payload["predicate"], test_result_pb2.TestResult(), ignore_unknown_fields=True
        )
        assert result.result in ("PASSED", "FAILED"), result
        changed = Envelope.from_dict(json.loads(line))
        changed.payload = changed.payload.replace(b"PASSED", b"FAILED").replace(b"sequence", b"seguence")
        try:
            changed.verify([key], 1)
        except VerificationError:
            count += 1
        else:
            sys.exit("a changed receipt was accepted")
    if count == 0:
        sys.exit("there was no receipt")
    print(f"{count} receipts accepted, as many changed ones refused")


main(*sys.argv[1:])
