# SPDX-License-Identifier: LGPL-2.1-or-later
# Memory does not grow from run to run.
library(deid)
# Compiled functions take memory once.
invisible(compiler::enableJIT(0))

persons <- data.frame(age = c(31, 34, 36, 47, 42, 45), illness = c("flu", "cold", "flu", "cold", "flu", "flu"))
rules <- c(age = "intervals:10,20")

measure <- function() {
  for (i in 1:2) gc()
  as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1L]][2L]) * 4096
}

use <- function(n) {
  for (i in seq_len(n)) {
    done <- suppressWarnings(anonymize(persons, rules, models = "k:3", sensitive = "illness"))
    suppressWarnings(apply_policy(stored_policy(done), persons))
    make_page(done)
    try(anonymize(persons, rules, models = "k:7"), silent = TRUE)
  }
}

n_rounds <- if (nzchar(Sys.getenv("DEID_TEST_SOAK"))) 100 else 5
# What a leak takes grows each time, what R and malloc keep for later does not.
if (file.exists("/proc/self/statm")) {
  memory <- vapply(1:5, function(i) {
    use(n_rounds)
    measure()
  }, 0)
  # R gives memory back in the first rounds.
  stopifnot(min(diff(memory)[-1L]) < 2^14)
}
