# SPDX-License-Identifier: LGPL-2.1-or-later
# Calls of the library: errors become conditions, and an interrupt ends a call.

# Stops with a condition of the class deid_error_CODE. The C code calls it, too.
fail <- function(code, ...) {
  stop(structure(class = c(paste0("deid_error_", gsub("-", "_", code)), "deid_error", "error", "condition"),
                 list(message = paste0(...), call = NULL)))
}

# Makes a call that may take long. An interrupt cancels it; with `best`, a result that it has despite that is returned.
work <- function(operation, ..., progress = NULL, best = FALSE) {
  task <- .Call(C_begin, operation, list(...))
  on.exit(.Call(C_end, task))
  wait <- function() {
    repeat {
      is_done <- .Call(C_wait, task)
      news <- if (!is.null(progress)) .Call(C_progress, task)
      if (!is.null(news)) {
        progress(stats::setNames(as.list(news), c("share", "loss", "lower_bound", "evaluated", "seconds")))
      }
      if (is_done) break
    }
  }
  if (best) tryCatch(wait(), interrupt = function(condition) .Call(C_end, task)) else wait()
  .Call(C_finish, task)
}

# jsonlite takes texts such as "NA", the code of Namibia, for missing values or numbers: they are marked meanwhile.
read_json <- function(text) {
  unmark <- function(texts) sub("^(NA|NaN|-?Inf)\x01$", "\\1", texts)
  marked <- gsub('(?<!\\\\)"(NA|NaN|-?Inf)"(?!\\s*:)', '"\\1\\\\u0001"', text, perl = TRUE)
  json <- jsonlite::parse_json(marked, simplifyVector = TRUE, flatten = TRUE)
  rapply(json, unmark, classes = "character", how = "replace")
}
