# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs the examples of the manual pages and the code of the vignette, which check what they show, and the blocks of a
# document, which have their outputs.
library(deid)

arguments <- commandArgs(TRUE)
for (page in list.files(file.path(arguments[1], "man"), full.names = TRUE)) {
  code <- tempfile()
  tools::Rd2ex(page, code)
  stopifnot(file.exists(code))
  source(code, local = new.env())
}

# The fenced blocks of a document, with what follows their fences as names.
read_blocks <- function(path) {
  lines <- readLines(path, encoding = "UTF-8")
  fences <- which(startsWith(lines, "```"))
  starts <- fences[c(TRUE, FALSE)]
  blocks <- Map(function(start, end) lines[seq(start + 1, length.out = end - start - 1)], starts, fences[c(FALSE, TRUE)])
  stats::setNames(blocks, substring(lines[starts], 4))
}

for (vignette in list.files(file.path(arguments[1], "vignettes"), "[.]Rmd$", full.names = TRUE)) {
  blocks <- read_blocks(vignette)
  stopifnot(length(blocks) > 3, names(blocks) == "{r}")
  eval(parse(text = unlist(blocks)), new.env())
}

blocks <- read_blocks(arguments[2])
stopifnot(identical(names(blocks), c("r", "output")))
frame <- new.env()
printed <- capture.output(suppressWarnings(for (call in parse(text = blocks$r)) {
  shown <- withVisible(eval(call, frame))
  if (shown$visible) print(shown$value)
}))
stopifnot(identical(printed, blocks$output))
