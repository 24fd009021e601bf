"""The guard in front of private code in a Jupyter kernel: no network, whatever the code imports.

Open WebUI starts one kernel per execution and deletes it afterwards, so the guard may stay for the kernel's
life. It has two layers, and the run stops with a readable error when the first one cannot be set up:

1. A seccomp filter (Linux, x86_64 and aarch64), installed for all threads of the kernel and inherited by
every
   child. The operating system then refuses to open internet sockets, to connect, bind or listen, to send to
   an address, to use io_uring and to reach into other processes. Nothing in the process can take it back, C
   code and `ctypes` included. The kernel's own connections to its Jupyter server were accepted from
   listening sockets that stay open, and keep working. Numbers: Linux `asm/unistd` tables; the filter's
   shape: seccomp(2).
2. An audit hook (PEP 578), which cannot be removed either: it turns the usual ways into a clear error text
before
   they reach the system, and refuses to start programs.
"""

from __future__ import annotations

# Runs inside the kernel, in a namespace of its own. Plain Python 3.8+, standard library only.
_GUARD = r"""
def _werkbank_guard():
    import ctypes, os, platform, struct, sys
    TEXT = "no network in a chat with a private table"
    machine = platform.machine()
    tables = {
        # arch, seccomp, socket, connect, bind, listen, sendto, others that are refused outright
        "x86_64": (0xC000003E, 317, 41, 42, 49, 50, 44, (101, 308, 310, 311, 425, 438)),
        "aarch64": (0xC00000B7, 277, 198, 203, 200, 201, 206, (117, 268, 270, 271, 425, 438)),
    }
    def stop(why):
        raise RuntimeError("Werkbank: this Jupyter kernel cannot be cut off from the network (" + why
                           + "), so code for a private table is not run in it.")
    if sys.platform != "linux" or machine not in tables:
        stop(sys.platform + ", " + machine)
    arch, seccomp, n_socket, n_connect, n_bind, n_listen, n_sendto, others = tables[machine]
    ALLOW, DENY = 0x7FFF0000, 0x00050000 | 13  # EACCES
    load = lambda offset: (0x20, 0, 0, offset)
    ret = lambda value: (0x06, 0, 0, value)
    rules = [load(4), (0x15, 1, 0, arch), ret(DENY), load(0), (0x35, 0, 1, 0x40000000), ret(DENY)]
    for number in (n_connect, n_bind, n_listen) + others:
        rules += [(0x15, 0, 1, number), ret(DENY)]
    # socket(): local ones only (AF_UNIX is 1); they cannot be connected, but asyncio uses pairs of them
    rules += [(0x15, 0, 4, n_socket), load(16), (0x15, 1, 0, 1), ret(DENY), ret(ALLOW)]
    # sendto() with an address; without one it is send() on a connection that exists
    rules += [(0x15, 0, 6, n_sendto), load(48), (0x15, 0, 3, 0), load(52), (0x15, 0, 1, 0)]
    rules += [ret(ALLOW), ret(DENY)]
    rules += [ret(ALLOW)]
    code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(buffer)), 16)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.syscall(seccomp, 1, 1, ctypes.byref(program)):
        stop("seccomp: " + os.strerror(ctypes.get_errno()))
    refused = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
               "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo", "subprocess.Popen",
               "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.forkpty", "pty.spawn")
    def audit(event, args, refused=refused, TEXT=TEXT):
        if event in refused:
            what = "programs are not started" if event[:6] != "socket" else TEXT
            raise PermissionError(13, "Werkbank: " + what, event)
        path = args[0] if event == "open" else None
        if isinstance(path, str) and path[:6] == "/proc/" and path[-4:] == "/mem":
            raise PermissionError(13, "Werkbank: memory of processes is not opened", path)
    sys.addaudithook(audit)
_werkbank_guard()
"""


def guarded(code: str) -> str:
    """`code` behind the guard, which takes one line of its own and leaves no name behind.

    When the guard raises, the kernel runs nothing of `code`: both are one cell.
    """
    return f"exec(compile({_GUARD!r}, '<werkbank guard>', 'exec'), {{'__name__': 'werkbank_guard'}})\n{code}"
