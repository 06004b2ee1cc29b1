"""The protocol of --exec in Python: an implementation as a program that `strideproof check --exec` starts.

    from strideproof import Rejected, serve, zeroes

    class Machine:
        def __init__(self, profile): ...                    # makes the memories, with any contents; see zeroes
        def place(self, space, lane, offset, size): ...     # those bytes, writable; IndexError if there are none

    def okk_gdma_32bit_set_C_local(machine, dst_addr, C, shape, dst_stride): ...

    serve("mine", Machine, ["bm1684"], {"okk_gdma_32bit_set_C_local": okk_gdma_32bit_set_C_local})

An operation takes its documented parameters by name: numbers, tuples of four, or None for NULL. It returns what
the document says, and raises Rejected, having changed nothing, where its parameters violate a rule. A program
that cannot detect such cases says serve(..., detects_illegal=False) and gets legal ones alone. One that has
only a part of a memory names it: serve(..., windows={SYSTEM: [(first, size)]}), in bytes. Spaces, lanes and
offsets are those of conform/strideproof.h. Standard output belongs to the checker: from serve() on, print() writes
to standard error. The protocol is that of docs/plug-ins.md.
"""

import difflib
import mmap
import os
import struct
import sys

SYSTEM, LOCAL, UB, L1, L0B = range(5)


class Rejected(Exception):
    """The parameters violate a rule; nothing was changed."""


class Unsupported(Exception):
    """The operation cannot be run here; nothing was changed."""


def zeroes(size):
    """Writable bytes that take memory only where they are used."""
    noreserve = 0x4000  # MAP_NORESERVE, which older Pythons do not name
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | noreserve
    return memoryview(mmap.mmap(-1, max(size, 1), flags))


def parse(text):
    if text == "null":
        return None
    if "," in text:
        return tuple(int(part, 0) for part in text.split(","))
    return int(text, 0)


class Server:
    def __init__(self, name, machine, profiles, operations, detects_illegal, windows):
        self.name, self.make, self.profiles, self.operations = name, machine, profiles, operations
        self.detects_illegal, self.windows = detects_illegal, windows
        self.machine = None
        self.asked_for = set()  # every operation that there is, before the first window

    def call(self, line):
        """Runs a case: OPERATION PROFILE NAME=VALUE ... ; data classes and the fill seed say nothing to it."""
        operation, _, *words = line.split()
        pairs = (word.split("=") for word in words)
        parameters = {name: parse(value) for name, value in pairs
                      if name != "fill" and not name.startswith("data.")}
        function = self.operations.get(operation)
        try:
            value = function(self.machine, **parameters) if function else None
        except Rejected:
            return "rejected"
        except Unsupported:
            return "unsupported"
        if function is None:
            return "unsupported"
        return "done" if value is None else f"done {value}"

    def run(self, writes, reads, data):
        """Writes ranges of memory, runs a case, reads ranges of memory."""
        at = 24 * (writes + reads)
        ranges = list(struct.iter_unpack("<IIQQ", data[:at]))
        places = []
        try:
            for where in ranges:
                places.append(self.machine.place(*where))
        except IndexError:
            return f"no {len(places)}\n".encode()
        for place in places[:writes]:
            place[:] = data[at:at + len(place)]
            at += len(place)
        answer = self.call(str(data[at:], "ascii")) if at < len(data) else "done"
        return b"".join([f"{answer}\n".encode(), *places[writes:]])

    def answer(self, line, source):
        verb, *words = line.split()
        if verb == "hello":
            return f"strideproof 2 {'' if self.detects_illegal else 'unjudged '}{self.name}\n".encode()
        if verb == "provides":
            self.asked_for.add(words[0])
            return b"yes\n" if words[0] in self.operations else b"no\n"
        if verb == "reset":
            if words[0] not in self.profiles:
                print(f"serve(): no profile {words[0]}, only {', '.join(self.profiles)}", file=sys.stderr, flush=True)
                return b"no\n"
            self.machine = self.make(words[0])
            return b"ok\n"
        if verb == "window":
            unknown = sorted(set(self.operations) - self.asked_for)
            if unknown:
                near = difflib.get_close_matches(unknown[0], self.asked_for, 1)
                hint = f"did you mean {near[0]}?" if near else "see: strideproof list"
                sys.exit(f"serve(): no such operation: {', '.join(unknown)}; {hint}")
            space, index = map(int, words)
            offered = self.windows.get(space, [])
            return b"%d %d\n" % offered[index] if index < len(offered) else b"no\n"
        if verb == "run":
            writes, reads, size = map(int, words)
            return self.run(writes, reads, memoryview(source.read(size)))
        return b"no\n"


def serve(name, machine, profiles, operations, detects_illegal=True, windows={}):
    """Answers the checker until its input ends. machine(profile) makes the memories."""
    answers = os.dup(1)
    os.dup2(2, 1)
    server = Server(name, machine, profiles, operations, detects_illegal, windows)
    for line in iter(sys.stdin.buffer.readline, b""):
        answer = server.answer(line.decode(), sys.stdin.buffer)
        while answer:
            answer = answer[os.write(answers, answer):]
