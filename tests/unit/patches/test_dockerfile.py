"""The image is built from the pinned base, by the same builder, from files that are there."""

from __future__ import annotations

import re
from pathlib import Path

from derived_image.environment import ROOT, pins

DOCKERFILE = (ROOT / "derived_image" / "Dockerfile").read_text("utf-8")


def test_the_base_is_the_pinned_digest_and_nothing_else() -> None:
    assert re.findall(r"^FROM (.+)$", DOCKERFILE, re.M) == [pins()["image"]]
    assert pins()["image"].rpartition("@")[2] in DOCKERFILE.partition("LABEL")[2]


def test_it_keeps_the_base_images_way_to_start() -> None:
    for word in ("ENTRYPOINT", "CMD", "USER", "WORKDIR", "ENV", "EXPOSE", "VOLUME", "HEALTHCHECK"):
        assert not re.search(rf"^{word}\b", DOCKERFILE, re.M), word


def test_everything_that_is_copied_is_there_and_not_ignored() -> None:
    ignore = (ROOT / "derived_image" / "Dockerfile.dockerignore").read_text("utf-8").split()
    allowed = [line.removeprefix("!") for line in ignore if line.startswith("!")]
    for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.M):
        *sources, _ = line.split()
        for source in sources:
            assert list(ROOT.glob(source)), source
            assert source in allowed, source


def test_what_the_build_installs_is_pinned_by_hash() -> None:
    lock = (ROOT / "derived_image" / "builder.txt").read_text("utf-8")
    packages = re.findall(r"^([a-z][\w-]*)==", lock, re.M)
    assert "libcst" in packages
    assert lock.count("--hash=sha256:") >= len(packages)
    assert "--require-hashes" in DOCKERFILE
    assert "://" not in lock, "no index of this machine"


def test_the_version_in_the_texts_is_the_pinned_one() -> None:
    readme = Path(ROOT / "derived_image" / "README.md").read_text("utf-8")
    assert "Open WebUI 0.11.0" in DOCKERFILE and "Open WebUI 0.11.0" in readme
