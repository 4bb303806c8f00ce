"""Starts one program under a confinement as the warden does: `launch.py FD REQUEST`, both given by `confined`.

Runs with any Python from 3.11 on, also as another user. Writes {"status", "missing"} or {"error", "of"} to FD.
"""

import json
import os
import shutil
import signal
import sys
import threading
import traceback


def main() -> None:
    report, request = int(sys.argv[1]), json.loads(sys.argv[2])
    sys.path.insert(0, request["package"])
    from arena.bots.isolation import IsolationError, bubblewrap, landlock, read_paths, seccomp
    from arena.bots.isolation.confinement import Confinement, Spec

    if request["landlock"] is not None:
        landlock.version = lambda: request["landlock"]  # type: ignore[assignment]
    if not request["seccomp"]:
        seccomp.available = lambda: False
    env, argv = request["env"], request["argv"]
    spec = {"read": read_paths.read_paths(argv, request["folder"], env), **request["spec"]}
    try:
        confinement = Confinement(Spec(**spec), argv, env)
    except (OSError, IsolationError) as problem:
        os.write(report, json.dumps({"error": str(problem), "of": type(problem).__name__}).encode())
        return
    # pipes of this user's own: they may be opened again by name
    pipes = {number: os.pipe() for number in (1, 2)}
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            os.set_inheritable(report, False)
            for number, (_, writes) in pipes.items():
                os.dup2(writes, number)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(spec["scratch"])
            confinement.apply()
            os.execve(confinement.argv[0], confinement.argv, env)
        except BaseException:
            traceback.print_exc()
        os._exit(127)
    confinement.close()
    copying = []
    for number, (reads, writes) in pipes.items():
        os.close(writes)
        copying.append(threading.Thread(target=copy, args=(reads, number)))
        copying[-1].start()
    for each in copying:
        each.join()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if spec["level"] == "strong":
        status = bubblewrap.exit_code_inside(status)
    os.write(report, json.dumps({"status": status, "missing": confinement.missing}).encode())


def copy(source: int, target: int) -> None:
    with open(source, "rb") as reads, open(target, "wb") as writes:
        shutil.copyfileobj(reads, writes)


main()
