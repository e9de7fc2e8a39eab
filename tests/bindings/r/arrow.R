# SPDX-License-Identifier: LGPL-2.1-or-later
# A table comes in and goes out as a stream of Arrow, by a stand-in for nanoarrow where that is absent.
library(deid)

dyn.load(commandArgs(TRUE)[1])
stream <- structure(.Call("make_stream"), class = "nanoarrow_array_stream")
release <- suppressWarnings(anonymize(stream, c(town = "suppress"), insensitive = "age", models = "k:2",
                                      keep_order = TRUE))
stopifnot(.Call("count_released") == 1L, identical(release$frame, data.frame(age = c(31L, 34L, NA, 47L),
                                                                              town = rep("*", 4L))[names(release$frame)]))
# The same stream has nothing left.
stopifnot(inherits(tryCatch(suggest(stream), error = identity), "deid_error_invalid_argument"))
dataset <- release$handles$dataset
stopifnot(.Call("count_rows", .Call(deid:::C_export, dataset, .Call("allocate_stream"))) == 4)
stopifnot(inherits(tryCatch(.Call(deid:::C_export, dataset, 1L), error = identity), "deid_error_invalid_argument"))
if (requireNamespace("nanoarrow", quietly = TRUE)) {
  stopifnot(nrow(as.data.frame(nanoarrow::as_nanoarrow_array_stream(release))) == 4L)
} else {
  stopifnot(inherits(tryCatch(suggest(1:3), error = identity), "simpleError"))
}
