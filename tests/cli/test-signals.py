#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Signals that end deid run: nothing is left that is not whole.

    test-signals.py TOOL

It is run by test-cli-files.sh where the sample files are, with an empty directory out."""
import csv
import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time

TOOL = sys.argv[1]
OPTIONS = ["--input", "table.csv", "--delimiter", ";", "--sensitive", "diagnosis", "--model", "k:5"]
LEVELS = ["--hierarchies", "h_", "--qi", "age,sex,zip", "--suppression-limit", "0.05"]
# More iterations than anybody waits for.
ENDLESS = ["--qi", "age,zip", "--generalize-by", "cuts", "--algorithm", "bisecting", "--iterations",
           "1000000000"]
# Seconds until a test gives up what it waits for: more than the busiest machine takes.
PATIENCE = 600


def clear():
    for name in os.listdir("out"):
        path = os.path.join("out", name)
        os.rmdir(path) if os.path.isdir(path) else os.unlink(path)


def start(*options):
    """Also where the tests run under nohup, whose children ignore SIGHUP."""
    return subprocess.Popen([TOOL, "run", *OPTIONS, *options], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))


def wait_until(is_there, process):
    """Waits for what is to be seen of a process. Returns: whether it came before the process ended."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if is_there():
            return True
        if process.poll() is not None:
            return is_there()
        time.sleep(0.001)
    return False


def wait_for(prefix, process):
    """Waits until a file is there, such as a temporary one."""
    return wait_until(lambda: any(name.startswith(prefix) for name in os.listdir("out")), process)


def watches_signals(process):
    """The tool blocks those that it waits for."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
            blocked = next(line for line in file if line.startswith("SigBlk"))
    except (OSError, StopIteration):
        return False
    return int(blocked.split()[1], 16) >> (signal.SIGTERM - 1) & 1 == 1


def start_watched(*options):
    process = start(*options)
    assert wait_until(lambda: watches_signals(process), process), end(process)
    return process


def end(process):
    try:
        text, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return process.returncode, text, errors


def test_during_the_search():
    """The best policy so far is released, as by a time limit, with a status of its own."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for doublings in range(10):  # nothing shows that the search has a policy
            clear()
            process = start_watched(*ENDLESS, "--output", "out/release.csv", "--policy",
                                    "out/policy.json", "--json")
            time.sleep(0.2 * 2 ** doublings)
            process.send_signal(number)
            status, text, errors = end(process)
            if status != 1:
                break
            assert not os.listdir("out"), os.listdir("out")
        assert status == 3, (number, status, errors)
        assert "this is the best policy so far" in errors, errors
        report = json.loads(text)
        assert report["verified"] and not report["proved"]
        assert sorted(os.listdir("out")) == ["policy.json", "release.csv"], os.listdir("out")
        with open("out/release.csv", encoding="utf-8") as file:
            assert len(list(csv.DictReader(file, delimiter=";"))) == 5000 - report["suppressed"]


def test_certificate_of_an_interrupted_search():
    """There is nothing to be proven, so nothing appears, as with a time limit."""
    clear()
    process = start_watched(*ENDLESS, "--output", "out/release.csv", "--certificate",
                            "out/proof.jsonl")
    process.send_signal(signal.SIGTERM)
    status, text, errors = end(process)
    assert status == 1 and text == "", (status, errors)
    assert not os.listdir("out"), os.listdir("out")


def test_after_the_search():
    """While files are written: none appears."""
    for _ in range(50):
        clear()
        process = start(*LEVELS, "--output", "out/release.csv", "--certificate", "out/proof.jsonl",
                        "--policy", "out/policy.json")
        if not wait_for("release.csv.", process):
            end(process)
            continue
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
        status, text, errors = end(process)
        if status != 0:  # it may have been faster
            break
        assert len(os.listdir("out")) == 3, os.listdir("out")
    assert status == 1 and text == "", (status, errors)
    assert "a signal ended the run, nothing was written" in errors, errors
    assert not os.listdir("out"), os.listdir("out")


def test_during_the_report():
    """The files are there: nothing is taken back, and the report is whole."""
    clear()
    command = [TOOL, "run", *OPTIONS, *LEVELS, "--attribute-risks", "3", "--distortion", "--left-out", "pairs",
               "--output", "out/release.csv"]
    whole = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert len(whole) > 4096  # more than the pipe takes
    clear()
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.write(writer, b"-" * 4096)
    with subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, text=True) as process:
        os.close(writer)
        while not os.path.exists("out/release.csv"):
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        text, (status, _, errors) = drain(reader, process)
    assert status == 0 and errors == "", (status, errors)
    assert text[4096:].decode() == whole, text


def test_hierarchy():
    """No part of a hierarchy is left, whenever a signal comes. A second one may end the tool once all is
    written. The first trial has none, and tells how long one takes here."""
    clear()
    with open("numbers.csv", "w", encoding="utf-8") as file:
        file.write("x\n" + "".join(f"{i}\n" for i in range(30000)))
    statuses = set()
    seconds = 0
    for trial in range(20):
        begin = time.monotonic()
        process = subprocess.Popen([TOOL, "hierarchy", "--input",
                                    "numbers.csv", "--rule", "x=intervals:5,10,20",
                                    "--quiet", "--output", "out/h.csv"], stderr=subprocess.PIPE,
                                   text=True)
        if trial > 0:
            time.sleep(seconds * (trial - 1) / 16)
            for _ in range(1 + trial % 2):
                process.send_signal(signal.SIGINT)
        status, _, errors = end(process)
        statuses.add(status)
        seconds = seconds or time.monotonic() - begin
        left = os.listdir("out")
        assert left in ([], ["h.csv"]), left
        assert (left == ["h.csv"]) == (status == 0) or (left and status == -signal.SIGINT), status
        for name in left:
            with open(os.path.join("out", name), encoding="utf-8") as file:
                assert sum(1 for _ in file) == 30000, status
        assert status != 1 or "a signal ended the run, nothing was written" in errors, errors
        clear()
    assert 0 in statuses and len(statuses) > 1, statuses


def count_bytes(pipe):
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def start_with_pipe():
    """The tool waits for a full pipe that is not read, with temporary files beside it."""
    clear()
    os.mkfifo("out/pipe")
    reader = os.open("out/pipe", os.O_RDONLY | os.O_NONBLOCK)
    process = start(*LEVELS, "--output", "out/pipe", "--certificate", "out/proof.jsonl", "--policy",
                    "out/policy.json")
    assert wait_for("policy.json.", process), end(process)
    size = fcntl.fcntl(reader, fcntl.F_GETPIPE_SZ)
    assert wait_until(lambda: count_bytes(reader) > size - 4096, process), end(process)
    assert process.poll() is None
    return process, reader


def drain(reader, process):
    os.set_blocking(reader, True)
    table = b""
    while part := os.read(reader, 65536):
        table += part
    os.close(reader)
    return table, end(process)


def test_waiting_for_a_pipe():
    """Any signal ends that, and no file appears."""
    for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGXCPU, signal.SIGALRM, signal.SIGUSR1,
                   signal.SIGUSR2):
        process, reader = start_with_pipe()
        process.send_signal(number)
        status, text, errors = end(process)
        os.close(reader)
        assert status == 1 and text == "", (number, status, errors)
        assert "no file was written; what a pipe or a device has taken is not whole" in errors, errors
        assert os.listdir("out") == ["pipe"], os.listdir("out")


def test_second_signal():
    """It ends the process at once, unless the first has by then, and temporary files are removed."""
    process, reader = start_with_pipe()
    process.send_signal(signal.SIGSTOP)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    status, text, errors = end(process)
    os.close(reader)
    assert status in (1, -signal.SIGTERM, -signal.SIGINT) and text == "", (status, errors)
    assert os.listdir("out") == ["pipe"], os.listdir("out")


def test_rename_fails():
    """A directory has come where a file is to go: none of the files is there."""
    process, reader = start_with_pipe()
    os.mkdir("out/policy.json")
    _, (status, text, errors) = drain(reader, process)
    assert status == 2 and text == "", (status, errors)
    assert "out/policy.json: cannot write the file: Is a directory" in errors, errors
    assert sorted(os.listdir("out")) == ["pipe", "policy.json"], os.listdir("out")
    # The file that is renamed first is put back.
    clear()
    process, reader = start_with_pipe()
    with open("out/proof.jsonl", "w", encoding="utf-8") as file:
        file.write("before\n")
    os.mkdir("out/policy.json")
    table, (status, text, errors) = drain(reader, process)
    assert status == 2, (status, errors)
    with open("out/proof.jsonl", encoding="utf-8") as file:
        assert file.read() == "before\n"
    assert sorted(os.listdir("out")) == ["pipe", "policy.json", "proof.jsonl"], os.listdir("out")
    with open("expected.csv", "rb") as file:
        assert file.read() == table  # what a pipe has taken cannot be taken back


def test_ignored():
    """What is ignored at the start, as nohup does, stays so."""
    clear()
    process = subprocess.Popen([TOOL, "run", *OPTIONS, *ENDLESS, "--time-limit", "1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert wait_until(lambda: watches_signals(process), process)
    process.send_signal(signal.SIGHUP)
    status, _, errors = end(process)
    assert status == 0, (status, errors)


# A background job of a shell has them ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
n_failed = 0
for name, test in list(globals().items()):
    if name.startswith("test_"):
        try:
            test()
        except Exception as exception:  # the other tests tell more
            print(f"FAILED: {name}: {exception!r}", file=sys.stderr)
            n_failed += 1
sys.exit(n_failed > 0)
