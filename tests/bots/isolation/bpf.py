"""Runs a seccomp filter over one system call as the kernel would: verdicts in words, for any architecture."""

import errno
import struct
from collections.abc import Sequence


def verdict(program: bytes, arch: int, number: int, arguments: Sequence[int] = ()) -> str:
    """`allow`, `kill`, or the name of the error (`ok` for an error of 0)."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, arch, 0, *[each % (1 << 64) for each in padded])
    steps = list(struct.iter_unpack("<HBBI", program))
    at = value = 0
    while True:
        code, if_true, if_false, operand = steps[at]
        at += 1
        match code:
            case 0x20:
                (value,) = struct.unpack_from("<I", data, operand)
            case 0x54:
                value &= operand
            case 0x15:
                at += if_true if value == operand else if_false
            case 0x35:
                at += if_true if value >= operand else if_false
            case 0x45:
                at += if_true if value & operand else if_false
            case 0x06:
                return _said(operand)
            case _:
                raise AssertionError(f"instruction {code:#x}")


def _said(answer: int) -> str:
    match answer & 0xFFFF0000:
        case 0x7FFF0000:
            return "allow"
        case 0x80000000:
            return "kill"
        case 0x00050000:
            number = answer & 0xFFFF
            return errno.errorcode[number] if number else "ok"
    raise AssertionError(f"answer {answer:#x}")
