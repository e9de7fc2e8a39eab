# SPDX-License-Identifier: LGPL-2.1-or-later
"""A checker of certificates of lattices with cuts, written from deid-certificate.h: of k-anonymity
and Iyengar's loss, dm or dmstar, for runs, subtrees and levels.

usage: test-cut-checker.py DEID_ANONYMIZE DATA
"""
import csv
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

tool, data = sys.argv[1], Path(sys.argv[2])
K, LIMIT, N_AGES, NEVER = 3, 0.05, 50, math.inf


class Refused(Exception):
    pass


def demand(condition, reason):
    if not condition:
        raise Refused(reason)


class Runs:
    """Levels of pairs of neighbours; a block is (first, last)."""

    def __init__(self, rows, first, values):
        self.order = [row[0] for row in rows]
        self.place = {value: i for i, value in enumerate(self.order)}
        self.n_leaves, self.dims = len(rows), list(range(first, first + len(rows) - 1))
        self.occurs = [value in set(values) for value in self.order]

    def heights(self):
        return [1] * len(self.dims)

    def label(self, value, levels):
        f = l = self.place[value]
        while f > 0 and levels[self.dims[f - 1]]:
            f -= 1
        while l + 1 < self.n_leaves and levels[self.dims[l]]:
            l += 1
        return f, l

    def leaves(self, block):
        return block[1] - block[0] + 1

    def blocks(self, value, hi):
        """Those that policies up to hi may put a value in."""
        i, (f, l) = self.place[value], self.label(value, hi)
        return [(a, b) for a in range(f, i + 1) for b in range(i, l + 1)]

    def single(self, value):
        return self.place[value], self.place[value]

    def best(self, lo, hi, cost, wanted=None):
        may = [{0, 1} & set(range(lo[d], hi[d] + 1)) for d in self.dims]
        if wanted is not None:
            may[self.dims.index(wanted[0])] = {wanted[1]}
        n, least = self.n_leaves, [NEVER] * self.n_leaves + [0]
        for f in reversed(range(n)):
            if f > 0 and 0 not in may[f - 1]:
                continue
            for l in range(f, n):
                if l > f and 1 not in may[l - 1]:
                    break
                if l + 1 < n and 0 not in may[l]:
                    continue
                if f == l or (self.occurs[f] and self.occurs[l]):
                    least[f] = min(least[f], cost((f, l)) + least[l + 1])
        return least[0]

    def is_needless(self, d, lo):
        return False


class Tree:
    """A block is (level, label)."""

    def __init__(self, rows, values):
        self.paths = {row[0]: [(level, label) for level, label in enumerate(row)] for row in rows}
        self.n_leaves, self.top = len(rows), len(rows[0]) - 1
        self.below = Counter(node for path in self.paths.values() for node in path)
        self.used = {node for value in set(values) for node in self.paths[value]}
        self.children = defaultdict(list)
        for path in self.paths.values():
            for node, above in zip(path, path[1:]):
                if node in self.used and node not in self.children[above]:
                    self.children[above].append(node)

    def leaves(self, block):
        return self.below[block]

    def single(self, value):
        return 0, value


class Levels(Tree):
    def __init__(self, rows, first, values):
        super().__init__(rows, values)
        self.dims = [first]

    def heights(self):
        return [self.top]

    def label(self, value, levels):
        return self.paths[value][levels[self.dims[0]]]

    def blocks(self, value, hi):
        return self.paths[value]

    def best(self, lo, hi, cost, wanted=None):
        d = self.dims[0]
        levels = [wanted[1]] if wanted is not None else range(lo[d], hi[d] + 1)
        return min(sum(cost(node) for node in self.used if node[0] == level) for level in levels)

    def is_needless(self, d, lo):
        return False


class Subtrees(Tree):
    def __init__(self, rows, first, values):
        super().__init__(rows, values)
        labels = [list(dict.fromkeys(path[level] for path in self.paths.values()))
                  for level in range(self.top + 1)]
        above = {node: up for path in self.paths.values() for node, up in zip(path, path[1:])}
        nodes = [node for level in range(self.top, 0, -1) for node in labels[level]
                 if self.counts(node, above.get(node), len(labels[level]))]
        self.dim = {node: first + i for i, node in enumerate(nodes)}
        self.dims = list(self.dim.values())

    def counts(self, node, above, n_on_level):
        if above is None:
            return self.below[node] > 1 or n_on_level == 1
        return self.below[node] > 1 and self.below[above] > self.below[node]

    def heights(self):
        return [1] * len(self.dims)

    def label(self, value, levels):
        for node in reversed(self.paths[value][1:]):
            if node in self.dim and levels[self.dim[node]]:
                return node
        return self.paths[value][0]

    def blocks(self, value, hi):
        return self.paths[value]

    def holds(self, node, d):
        return any(self.dim.get(child) == d or self.holds(child, d)
                   for child in self.children[node])

    def best(self, lo, hi, cost, wanted=None):
        def solve(node):
            d, least = self.dim.get(node), NEVER
            merges = node[0] == 0 or (d is not None and hi[d] == 1)
            splits = node[0] > 0 and (d is None or lo[d] == 0)
            if wanted is not None and d == wanted[0]:
                merges, splits = merges and wanted[1] == 1, splits and wanted[1] == 0
            if wanted is not None and wanted[1] == 1 and self.holds(node, wanted[0]):
                merges = False
            if merges:
                least = cost(node)
            return min(least, sum(solve(child) for child in self.children[node])) if splits else least

        return sum(solve(node) for node in self.used if node[0] == self.top)

    def is_needless(self, d, lo):
        node = next(node for node, own in self.dim.items() if own == d)
        if node not in self.used:
            return True
        path = next(path for path in self.paths.values() if node in path)
        return (any(lo[self.dim[up]] for up in path[node[0] + 1:] if up in self.dim)
                or any(lo[own] and self.holds(node, own) for own in self.dims))


class Checker:
    def __init__(self, lines, attributes, records):
        self.attributes, self.records, self.n = attributes, records, len(records)
        self.limit = math.floor(LIMIT * self.n)
        demand(lines[-1] == {"lines": len(lines) - 1, "digest": lines[-1]["digest"]}, "the end")
        demand([a["dimensions"] if "cuts" in a else 1 for a in lines[0]["attributes"]]
               == [len(a.dims) for a in attributes], "dimensions")
        self.optimum = lines[1]["optimum"]
        suppressed, self.objective = self.evaluate(self.optimum)
        demand(suppressed == lines[1]["suppressed"] <= self.limit, "a solution")
        demand(abs(self.objective - Fraction(lines[1]["objective"])) < 1e-12, "an objective")
        self.read_prices(lines[2])
        self.heights = [h for a in attributes for h in a.heights()]
        self.pending = [([0] * len(self.heights), self.heights)]
        for line in lines[3:-1]:
            demand(self.pending, "nothing is left")
            self.lo, self.hi = self.pending.pop()
            self.check(line)
        demand(not self.pending, "some boxes are left")

    def read_prices(self, line):
        self.prices, self.unit, self.threshold = line["prices"], line["unit"], line["threshold"]
        demand(math.frexp(self.unit)[0] == 0.5, "a unit")
        for price, a in zip(self.prices, self.attributes):
            m = 2 * (a.n_leaves - 1) * self.n * len(self.attributes)
            demand(price * Fraction(self.unit) <= Fraction(1, m) * (1 + Fraction(1, 10 ** 15)), "a price")
        demand(line["least"] <= K, "the least class")
        demand(self.threshold * Fraction(self.unit)
               >= self.objective * (1 + Fraction(9, 10 ** 13)), "a threshold")
        self.least, self.lambda_unit = line["least"], line["lambda"]

    def classify(self, levels):
        return [tuple(a.label(v, levels) for a, v in zip(self.attributes, r)) for r in self.records]

    def evaluate(self, levels):
        labels = self.classify(levels)
        sizes, loss, suppressed = Counter(labels), Fraction(0), 0
        for label in labels:
            is_lost = sizes[label] < K
            suppressed += is_lost
            for a, block in zip(self.attributes, label):
                loss += 1 if is_lost else Fraction(a.leaves(block) - 1, a.n_leaves - 1)
        return suppressed, loss / self.n / len(self.attributes)

    def added(self, i, block):
        a = self.attributes[i]
        return self.prices[i] * (2 * (a.n_leaves - 1) - 2 * (a.leaves(block) - 1))

    def bound(self, multipliers):
        """Returns the bound, and a function for that of a level of a dimension."""
        shares, price = multipliers[:-1], multipliers[-1] * self.lambda_unit
        demand(sum(shares) <= 2 ** 15 and all(0 <= x < 2 ** 16 for x in multipliers), "multipliers")
        labels = self.classify(self.hi)
        sizes = Counter(labels)
        lost = [sizes[label] < max(K, self.least) for label in labels]
        gaps = [[min(self.added(i, a.single(v)), self.added(i, block))
                 for i, (a, v, block) in enumerate(zip(self.attributes, record, label))]
                for record, label in zip(self.records, labels)]
        allowed = self.limit - sum(lost)
        costs, bests = [], []
        for i, a in enumerate(self.attributes):
            costs.append(self.cost_blocks(i, a, labels, lost, gaps, shares[i], price, allowed))
            bests.append(a.best(self.lo, self.hi, costs[i]))

        def value(d, level):
            i = next(i for i, a in enumerate(self.attributes) if d in a.dims)
            own = self.attributes[i].best(self.lo, self.hi, costs[i], (d, level))
            return price * -allowed + sum(bests[:i]) + own + sum(bests[i + 1:])

        return price * -allowed + sum(bests), value

    def cost_blocks(self, i, a, labels, lost, gaps, share, price, allowed):
        inside, groups, sums = Counter(), Counter(), {}
        failing = defaultdict(lambda: [0, 0, 0])
        for row, record in enumerate(self.records):
            for block in a.blocks(record[i], self.hi):
                inside[block, lost[row]] += 1
                groups[block, labels[row]] += 1
        for row, record in enumerate(self.records):
            for block in a.blocks(record[i], self.hi):
                if not lost[row] and groups[block, labels[row]] < self.least:
                    own = failing[block]
                    own[0] += 1
                    own[1] += gaps[row][i]
                    own[2] += sum(gaps[row])

        def cost(block):
            if block not in sums:
                n, own, every = failing[block]
                kept = self.prices[i] * 2 * (a.leaves(block) - 1)
                sums[block] = NEVER if n > allowed else (
                    kept * inside[block, False]
                    + (kept + self.added(i, block)) * inside[block, True]
                    + self.added(i, block) * n - own + share * (every + price * n) // 2 ** 15)
            return sums[block]

        return cost

    def comes_first(self, levels, objective):
        return ((self.objective, sum(self.optimum), self.optimum)
                <= (objective, sum(levels), list(levels)))

    def check(self, line):
        lo, hi, kind = self.lo, self.hi, next(iter(line))
        if kind == "split":
            d, level = line[kind]
            demand(lo[d] <= level < hi[d], "a split")
            self.pending += [(lo, hi[:d] + [level] + hi[d + 1:]), (lo[:d] + [level + 1] + lo[d + 1:], hi)]
        elif kind == "needless":
            for d in line[kind]:
                a = next(a for a in self.attributes if d in a.dims)
                demand((lo[d], hi[d]) == (0, 1) and a.is_needless(d, lo), "a needless node")
            self.pending.append((lo, [0 if d in line[kind] else h for d, h in enumerate(hi)]))
        elif kind == "narrow":
            value = self.bound(line["by"])[1]
            new_lo, new_hi = list(lo), list(hi)
            for d, first, last in line[kind]:
                demand(lo[d] <= first <= last <= hi[d], "levels")
                demand(all(value(d, level) > self.threshold for level in range(lo[d], hi[d] + 1)
                           if not first <= level <= last), "a level")
                new_lo[d], new_hi[d] = first, last
            self.pending.append((new_lo, new_hi))
        elif kind == "exceeding":
            demand(self.bound(line[kind])[0] > self.threshold, "a bound")
        elif kind == "infeasible":
            suppressed = self.evaluate(hi)[0]
            demand(suppressed == line[kind] == line["models"][0] > self.limit, "an infeasible corner")
        else:
            suppressed, objective = self.evaluate(hi)
            demand(lo == hi and suppressed == line[kind], "a policy")
            demand(suppressed > self.limit if kind == "no_solution" else self.comes_first(hi, objective),
                   "a policy that does not come first")


class ClassChecker(Checker):
    """Costs are those of classes; there are no prices, and no multipliers."""

    def __init__(self, lines, attributes, records):
        self.penalizes = lines[0]["quality_model"] == "dm"
        super().__init__(lines, attributes, records)

    def read_prices(self, line):
        self.unit, self.least, self.threshold = line["unit"], line["least"], line["threshold"]
        demand(len(line) == 3 and math.frexp(self.unit)[0] == 0.5 and self.unit >= 1
               and self.n ** 2 < 2 ** 53 * self.unit, "a unit")
        demand(self.least <= K, "the least class")
        demand(self.threshold >= self.objective // self.unit, "a threshold")

    def evaluate(self, levels):
        sizes = Counter(self.classify(levels)).values()
        cost = sum(n * (self.n if self.penalizes and n < K else n) for n in sizes)
        return sum(n for n in sizes if n < K), Fraction(cost)

    def bound(self, multipliers):
        demand(multipliers == [], "no multipliers")
        high, low = self.classify(self.hi), self.classify(self.lo)
        sizes = Counter(high)
        lost = {label for label in sizes if sizes[label] < max(K, self.least)}
        allowed = self.limit - sum(sizes[label] for label in lost)
        costs = [self.cost_parts(i, a, high, low, lost, allowed)
                 for i, a in enumerate(self.attributes)]
        best = max(a.best(self.lo, self.hi, cost) for a, cost in zip(self.attributes, costs))

        def value(d, level):
            i = next(i for i, a in enumerate(self.attributes) if d in a.dims)
            return max(best, self.attributes[i].best(self.lo, self.hi, costs[i], (d, level)))

        return best, value

    def cost_parts(self, i, a, high, low, lost, allowed):
        groups, parts, failing, sums = Counter(), Counter(), Counter(), Counter()
        for record, label, lower in zip(self.records, high, low):
            for block in a.blocks(record[i], self.hi):
                groups[block, label] += 1
                parts[block, label, lower[:i] + lower[i + 1:]] += 1
        for (block, label, _), n in parts.items():
            fails = label not in lost and groups[block, label] < self.least
            failing[block] += n * fails
            each = max(n, self.least) if label not in lost and not fails else self.n
            sums[block] += n * (each if self.penalizes else n)
        costs = {block: NEVER if failing[block] > allowed else sums[block] // self.unit
                 for block in sums}
        return lambda block: costs.get(block, 0)


def check(lines, attributes, records):
    is_loss = lines[0]["quality_model"].startswith("loss:")
    (Checker if is_loss else ClassChecker)(lines, attributes, records)


def accepts(lines, attributes, records):
    try:
        check(lines, attributes, records)
    except (Refused, KeyError, IndexError):
        return False
    return True


def read(path):
    return list(csv.reader(open(path), delimiter=";"))


def write(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)


def main(folder, quality, n_rows):
    header, *table = read(data / "discharges.csv")
    names = ["age", "sex", "zip"]
    hierarchies = [read(data / f"hierarchy_{name}.csv") for name in names]
    hierarchies[0] = hierarchies[0][:N_AGES]
    for name, hierarchy in zip(names, hierarchies):
        write(folder / f"hierarchy_{name}.csv", hierarchy)
    table = [row for row in table if int(row[header.index("age")]) < N_AGES][:n_rows]
    records = [tuple(row[header.index(name)] for name in names) for row in table]
    write(folder / "table.csv", [header] + table)
    subprocess.run([tool, "run", "--input", folder / "table.csv", "--delimiter", ";", "--hierarchies",
                    folder / "hierarchy_", "--qi", ",".join(names), "--model", f"k:{K}",
                    "--suppression-limit", str(LIMIT), "--quality", quality,
                    "--set", "column age.generalize-by=cuts", "--set", "column zip.generalize-by=subtrees",
                    "--algorithm", "optimal", "--certificate", folder / "c.jsonl"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    raw = (folder / "c.jsonl").read_bytes().splitlines(keepends=True)
    lines = [json.loads(line) for line in raw]
    assert lines[-1]["digest"] == hashlib.sha256(b"".join(raw[:-1])).hexdigest()
    attributes, first = [], 0
    for i, (hierarchy, kind) in enumerate(zip(hierarchies, (Runs, Levels, Subtrees))):
        attributes.append(kind(hierarchy, first, [record[i] for record in records]))
        first += len(attributes[-1].dims)
    check(lines, attributes, records)
    kinds = Counter(next(iter(line)) for line in lines[3:-1])
    assert kinds["narrow"] and kinds["exceeding"] and kinds["split"], kinds
    settling = [i for i, line in enumerate(lines) if "exceeding" in line]
    for i in random.Random(1).sample(settling, 2):
        end = dict(lines[-1], lines=len(lines) - 2)
        assert not accepts(lines[:i] + lines[i + 1:-1] + [end], attributes, records), lines[i]
    lower = dict(lines[2], threshold=int(lines[2]["threshold"] * (1 - 4e-12)) - 1)
    assert not accepts(lines[:2] + [lower] + lines[3:], attributes, records), lower


IS_QUICK = "DEID_TEST_QUICK" in os.environ
for case in zip(("loss:arith", "dm", "dmstar"), (50, 20, 14) if IS_QUICK else (160, 60, 20)):
    with tempfile.TemporaryDirectory() as path:
        main(Path(path), *case)
