"""Attacks over sockets: the network, Unix sockets of the organiser's programs, the kernel itself.

Runs inside the confinement: the standard library and `attacks` only. The host listens on loopback and by path.
"""

import contextlib
import os
import socket
from typing import Final

from arena.bots.isolation.attacks import Targets, attack

MESSAGE: Final = b"from a hostile seat"


def connected(family: int, kind: int, address: tuple[str, int] | str) -> socket.socket:
    """A socket that found its other end within 0.2 s."""
    end = socket.socket(family, kind)
    end.settimeout(0.2)
    end.connect(address)
    return end


@attack("net", "connect over TCP")
def tcp(target: Targets) -> str | None:
    connected(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", target.ports["tcp"]))
    return f"connected to 127.0.0.1:{target.ports['tcp']}"


@attack("net", "send over UDP")
def udp(target: Targets) -> str | None:
    end = connected(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", target.ports["udp"]))
    end.send(MESSAGE)
    with contextlib.suppress(TimeoutError):
        end.recv(64)  # refused at once where nobody listens
    return f"sent to 127.0.0.1:{target.ports['udp']}"


def _address(path: str) -> str:
    """The socket as this process can name it, however long its path: an address holds 107 bytes."""
    os.chdir(os.path.dirname(path))
    return os.path.basename(path)


@attack("net", "connect to a Unix socket by path")
def unix_path(target: Targets) -> str | None:
    connected(socket.AF_UNIX, socket.SOCK_STREAM, _address(target.socket_path))
    return f"connected to {target.socket_path}"


@attack("net", "connect to an abstract Unix socket")
def unix_abstract(target: Targets) -> str | None:
    connected(socket.AF_UNIX, socket.SOCK_STREAM, f"\0arena-{target.token}")
    return "connected to an abstract socket of the organiser's"


@attack("net", "send to a Unix socket through a socket pair")
def unix_through_pair(target: Targets) -> str | None:
    ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendto(MESSAGE, _address(target.datagram_path))
    return f"sent to {target.datagram_path}"


@attack("net", "connect a socket pair to a Unix socket")
def unix_pair_connected(target: Targets) -> str | None:
    ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.connect(_address(target.datagram_path))
    ours.send(MESSAGE)
    return f"sent to {target.datagram_path}"


@attack("net", "send a message with an address (sendmsg)")
def unix_pair_sendmsg(target: Targets) -> str | None:
    ours, _theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendmsg([MESSAGE], [], 0, _address(target.datagram_path))
    return f"sent to {target.datagram_path}"


@attack("net", "ask the kernel over netlink")
def netlink(target: Targets) -> str | None:
    end = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    end.bind((0, 0))
    return "opened a netlink socket"


@attack("net", "open a raw socket")
def raw_socket(target: Targets) -> str | None:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    return "opened a raw socket"


@attack("net", "reach the virtual machine's host (vsock)")
def vsock(target: Targets) -> str | None:
    socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
    return "opened a vsock socket"


@attack("net", "use the kernel's cryptography socket")
def crypto_socket(target: Targets) -> str | None:
    socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
    return "opened an AF_ALG socket"
