# SPDX-License-Identifier: LGPL-2.1-or-later
# Time and memory of the R package beside those of the command, on the same table and problem.
#
# usage: Rscript bench/r.R COMMAND [ROWS]

arguments <- commandArgs(TRUE)
command <- arguments[1]
n <- if (length(arguments) > 1) as.integer(arguments[2]) else 1000000L

set.seed(1)
table <- data.frame(
  age = sample(0:99, n, TRUE), zip = sprintf("%05d", sample(2000L, n, TRUE) * 17L),
  sex = factor(sample(c("female", "male"), n, TRUE)), admission = as.Date("2023-01-01") + sample(0:364, n, TRUE),
  cost = round(stats::rlnorm(n, 7), 2), diagnosis = sprintf("D%03d", sample(300L, n, TRUE)))
rules <- c(age = "intervals:5,10,20", zip = "prefix:4,3,2", sex = "suppress", admission = "date:month,quarter,year")
csv <- tempfile(fileext = ".csv")
rds <- tempfile(fileext = ".rds")
released <- tempfile(fileext = ".csv")
utils::write.csv(table, csv, row.names = FALSE, quote = FALSE)
saveRDS(table, rds, compress = FALSE)

# Runs a program, and returns its seconds, its seconds of processor time, and the peak of its memory in MB.
measure <- function(program, ...) {
  file <- tempfile()
  status <- system2("/usr/bin/env", c("time", "-f", "'%e %U %S %M'", "-o", file, program, shQuote(c(...))), stdout = FALSE)
  stopifnot(status == 0)
  figures <- as.numeric(strsplit(readLines(file), " ")[[1]])
  c(seconds = figures[1], processor = figures[2] + figures[3], MB = figures[4] / 1000)
}

options <- c("run", "--qi", paste(names(rules), collapse = ","), paste0("--rule=", names(rules), "=", rules),
             "--model", "k:5", "--suppression-limit", "5%", "--sensitive", "diagnosis", "--insensitive", "cost",
             "--threads", "all", "--output", released, csv)
script <- tempfile(fileext = ".R")
writeLines(c(
  "arguments <- commandArgs(TRUE)", "library(deid)",
  "if (arguments[1] != 'package') table <- readRDS(arguments[2])",
  "if (arguments[1] == 'release') {", "  start <- proc.time()[[3]]",
  paste0("  done <- suppressWarnings(anonymize(table, ", paste(deparse(rules), collapse = ""),
         ", models = 'k:5', suppression = 0.05,"),
  "                    sensitive = 'diagnosis', insensitive = 'cost'))",
  "  cat(done$policy, done$loss, nrow(done$frame), proc.time()[[3]] - start, '\\n', file = arguments[3])",
  "}"), script)
rscript <- file.path(R.home("bin"), "Rscript")
note <- tempfile()
programs <- list(
  "R and the package alone" = c(rscript, script, "package"), "R and the table alone" = c(rscript, script, "table", rds),
  "R with a release" = c(rscript, script, "release", rds, note), "the command" = c(command, options))
trials <- replicate(3, vapply(programs, function(program) do.call(measure, as.list(program)), numeric(3)))
print(round(t(apply(trials, 1:2, stats::median)), 1))
cat("policy, loss, rows, seconds of the release in R:", readLines(note), "\n")
