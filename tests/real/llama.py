"""Serves a model by llama.cpp's own server: llama.py MODEL PORT [KEY]."""

import os
import signal
import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[2])
params.n_ctx = 2048
params.n_parallel = 1
params.model_alias = {"smollm2"}
# Two threads would spin against each other on a machine that is busy.
params.cpuparams.n_threads = 1
params.warmup = False
params.use_jinja = True
params.fit_params = False
params.sampling.seed = 42
params.sampling.temp = 0.0
# Without it a model of this size repeats itself until its context is full.
params.sampling.penalty_last_n = 256
params.sampling.penalty_repeat = 1.3
# A small model may write until its context is full; on which machine it does hangs on the last digit of a sum. Whoever asks
# without a grammar gets at most five short lines, and an end.
params.sampling.grammar = xllamacpp.CommonGrammar(
    xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER, 'root ::= ("- " [^\\n]{1,80} "\\n"){1,5}'
)
if "TEMPLATE" in os.environ:
    with open(os.environ["TEMPLATE"], encoding="utf-8") as template:
        params.chat_template = template.read()
if len(sys.argv) > 3:
    params.api_keys = [sys.argv[3]]
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
signal.sigwait([signal.SIGTERM, signal.SIGINT])
# Its threads do not end by themselves.
os._exit(0)
