"""Whether a server is on this machine or in this private network, told from its address."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

_PRIVATE = tuple(
    ipaddress.ip_network(net)
    for net in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)
_LOCAL_NAMES = ("localhost", "host.docker.internal", "host.containers.internal")


def host_of(url: str) -> str | None:
    """Lower-case host of an address, None when there is none.

    >>> host_of("http://[::1]:8080/v1"), host_of("api.example.org"), host_of("")
    ('::1', 'api.example.org', None)
    """
    text = url.strip()
    if not text:
        return None
    try:
        return urlsplit(text if "://" in text else f"//{text}").hostname or None
    except ValueError:
        return None


def is_private_address(address: str) -> bool:
    """Loopback and the private ranges (RFC 1918, RFC 4193), also written as IPv4-mapped IPv6. Nothing else:
    link-local, carrier and tunnel ranges are no promise that the bytes stay here."""
    try:
        parsed = ipaddress.ip_address(address.split("%", 1)[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return any(parsed.version == net.version and parsed in net for net in _PRIVATE)


def is_local_name(host: str) -> bool:
    """Names that mean this machine without asking a name server, and private addresses."""
    lowered = host.lower().rstrip(".")
    return lowered in _LOCAL_NAMES or lowered.endswith(".localhost") or is_private_address(lowered)


def matches(value: str, patterns: Iterable[str]) -> bool:
    """Case-insensitive; ``*`` is a wildcard."""
    lowered = value.lower()
    return any(fnmatchcase(lowered, pattern.lower()) for pattern in patterns)
