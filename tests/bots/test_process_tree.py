"""What the system says of this test's own processes."""

import os
import socket
import threading
from pathlib import Path

from arena.bots import process_tree

MIB = 1 << 20


def test_threads_are_counted() -> None:
    before = process_tree.processes()[os.getpid()].threads
    release = threading.Event()
    waiting = [threading.Thread(target=release.wait) for _ in range(3)]
    for thread in waiting:
        thread.start()
    assert process_tree.processes()[os.getpid()].threads == before + 3
    release.set()
    for thread in waiting:
        thread.join()


def test_what_has_ended_belongs_to_its_family_until_it_is_reaped() -> None:
    reads, writes = os.pipe()
    leader = os.fork()
    if not leader:
        os.setpgid(0, 0)
        child = os.fork()
        if not child:
            os._exit(0)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        os.write(writes, str(child).encode())
        threading.Event().wait()
    child = int(os.read(reads, 100))
    table = process_tree.processes()
    assert table[child].is_zombie
    assert process_tree.belonging_to(leader, table) == [child]
    os.kill(leader, 9)
    os.waitpid(leader, 0)
    os.close(reads)
    os.close(writes)


def test_sockets_count_for_what_they_can_hold(tmp_path: Path) -> None:
    own = [os.getpid()]
    before, _ = process_tree.unnamed_bytes(own, str(tmp_path))
    pairs = [socket.socketpair() for _ in range(10)]
    held, disk = process_tree.unnamed_bytes(own, str(tmp_path))
    assert (held - before, disk) == (20 * 208 * 1024, 0)
    with (tmp_path / "file").open("wb") as file:
        socket.send_fds(pairs[0][0], [b"x"], [file.fileno(), file.fileno()])
    assert process_tree.unnamed_bytes(own, str(tmp_path), unseen=1000)[1] == 2000
    for received in socket.recv_fds(pairs[0][1], 1, 2)[1]:
        os.close(received)
    assert process_tree.unnamed_bytes(own, str(tmp_path), unseen=1000)[1] == 0
    for pair in pairs:
        for end in pair:
            end.close()
    assert process_tree.unnamed_bytes(own, str(tmp_path))[0] == before
