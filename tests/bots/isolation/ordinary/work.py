"""What a Python bot may well do; one line of result each."""

import asyncio
import concurrent.futures
import ctypes
import datetime
import decimal
import hashlib
import json
import logging
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import zoneinfo


def say(what: str, value: object) -> None:
    print(what, value, flush=True)


async def child() -> str:
    process = await asyncio.create_subprocess_exec("echo", "async", stdout=subprocess.PIPE)
    return (await process.communicate())[0].decode().strip()


say("stdin", sys.stdin.readline().strip())
say("json", json.loads('{"a": [1]}')["a"])
say("random", random.Random(1).randrange(100))
say("decimal", decimal.Decimal("1.10") + 1)
say("hash", hashlib.sha256(b"a").hexdigest()[:8])
say("child", subprocess.run([sys.executable, "-c", "print(6*7)"], stdout=subprocess.PIPE).stdout.decode().strip())
say("shell", subprocess.run("echo hi | tr h H", shell=True, stdout=subprocess.PIPE).stdout.decode().strip())
say("async", asyncio.run(child()))
heard: list[int] = []
thread = threading.Thread(target=heard.append, args=[1])
thread.start()
thread.join()
say("thread", heard)
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    say("pool", list(pool.map(abs, [-1, 2])))
ours, theirs = multiprocessing.Pipe()
process = multiprocessing.get_context("fork").Process(target=theirs.send, args=[7])
process.start()
say("pipe", ours.recv())
process.join()
sleeper = subprocess.Popen(["sleep", "60"])
os.kill(sleeper.pid, signal.SIGTERM)
say("signalled", sleeper.wait())
with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "a"), "w+") as file:
    file.write("kept")
    file.seek(0)
    say("file", file.read())
with open("one", "w") as file:
    file.write("1")
os.mkdir("sub")
os.rename("one", "sub/two")
shutil.copyfile("sub/two", "three")
os.symlink("three", "link")
say("moved", (os.path.exists("one"), sorted(os.listdir("."))))
shutil.rmtree("sub")
memory = sqlite3.connect(":memory:")
say("sqlite", memory.execute("select 1 + 1").fetchone())
unlocked = sqlite3.connect("file:kept.db?nolock=1", uri=True)
unlocked.execute("create table t (x)")
unlocked.execute("insert into t values (5)")
unlocked.commit()
say("sqlite file", unlocked.execute("select x from t").fetchone())
there = zoneinfo.ZoneInfo("Europe/Berlin")
say("zone", datetime.datetime(2024, 7, 1, tzinfo=there).utcoffset())
say("callback", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda x: x + 1)(3))
say("tls", bool(ssl.create_default_context()))
say("urandom", len(os.urandom(4)))
with open("/dev/null", "w") as null, open("/proc/self/maps") as maps:
    null.write("gone")
    say("own maps", bool(maps.read()))
with open("/dev/stderr", "w") as error:
    error.write("to stderr\n")
logging.warning("logged")
