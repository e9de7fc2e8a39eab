# SPDX-License-Identifier: LGPL-2.1-or-later
# What a run gives: the released table, its figures, its reports and its page.

new_release <- function(job, result, table, suggested, by_policy = FALSE) {
  handles <- list(job = job, result = result, by_policy = by_policy)
  # First, as the report, the released table and the frame need memory.
  warnings <- make_report(handles, "warnings", FALSE)$warnings
  if (length(warnings) == 0L) {
    warnings <- data.frame(code = character(), column = character(), records = integer(), text = character())
  }
  handles$dataset <- work("release", job, result, if (by_policy) "yes")
  release <- c(list(frame = as_frame(handles$dataset, table)), .Call(C_figures, result),
               list(suggested = suggested, warnings = warnings, problem = if (!by_policy) .Call(C_problem, job),
                    handles = handles))
  for (i in seq_along(warnings$text)) {
    class <- paste0("deid_warning_", gsub("-", "_", warnings$code[i]))
    warning(structure(class = c(class, "deid_warning", "warning", "condition"),
                      list(message = warnings$text[i], call = NULL)))
  }
  structure(release, class = c("deid_release", "deid_outcome"))
}

make_report <- function(handles, kind, public) {
  read_json(work("report", handles$job, kind, handles$result, if (handles$by_policy) "yes", if (public) "yes"))
}

check_release <- function(release) {
  if (!inherits(release, "deid_release")) stop("expected a release, as anonymize() returns it", call. = FALSE)
  release$handles
}

report <- function(release, kind, public = FALSE) {
  handles <- check_release(release)
  check_text(kind, "kind")
  if (handles$by_policy && !kind %in% c("risks", "input_risks", "warnings", "distortion", "statistics")) {
    stop("a release by a stored policy has no report '", kind, "'", call. = FALSE)
  }
  make_report(handles, kind, isTRUE(public))
}

make_page <- function(release, path = NULL) {
  handles <- check_release(release)
  if (handles$by_policy) stop("a release by a stored policy has no page", call. = FALSE)
  if (!is.null(path)) check_text(path, "path")
  text <- work("page", handles$job, handles$result, handles$dataset)
  if (is.null(path)) return(text)
  # The page is for the custodian alone.
  old <- Sys.umask("077")
  on.exit(Sys.umask(old))
  if (utils::file_test("-f", path)) Sys.chmod(path, "600")
  writeLines(text, path, sep = "", useBytes = TRUE)
  invisible(text)
}

stored_policy <- function(release) work("store", check_release(release)$result)

certify <- function(release, path) {
  check_text(path, "path")
  invisible(work("certify", check_release(release)$result, path.expand(path)))
}

# The most important figures, as texts by name.
describe_outcome <- function(outcome) {
  bound <- if (outcome$is_proven_optimal) "proven optimal" else sprintf("lower bound %.6f", outcome$lower_bound)
  frame <- outcome$frame
  c(if (!is.null(frame)) c(Released = paste0(nrow(frame), " rows: ", paste(names(frame), collapse = ", "))),
    Suppressed = paste(outcome$suppressed, "records"),
    Policy = if (is.na(outcome$description)) "local recoding" else outcome$description,
    Loss = sprintf("%.6f, %s", outcome$loss, bound))
}

print.deid_outcome <- function(x, ...) {
  lines <- c(describe_outcome(x), sprintf("%s: %s", names(x$suggested), x$suggested), x$warnings$text)
  names(lines)[names(lines) == ""] <- rep(c("Suggested rule", "Warning"),
                                          c(length(x$suggested), length(x$warnings$text)))
  cat("<", class(x)[1L], ">\n", sep = "")
  cat(paste0("  ", names(lines), ": ", lines, "\n"), sep = "")
  invisible(x)
}

summary.deid_release <- function(object, ...) {
  measure <- function(kind) {
    risks <- report(object, kind)
    c(risks$records, risks$classes$number, risks$classes$smallest, risks$prosecutor$highest, risks$prosecutor$mean)
  }
  figures <- data.frame(before = measure("input_risks"), after = measure("risks"),
                        row.names = c("records", "classes", "smallest class", "highest risk", "mean risk"))
  structure(figures, class = c("deid_summary", "data.frame"))
}

print.deid_summary <- function(x, ...) {
  shown <- x
  shown[] <- lapply(x, formatC, digits = 4, format = "fg")
  print.data.frame(shown, ...)
  invisible(x)
}

as.data.frame.deid_release <- function(x, ...) x$frame

as_nanoarrow_array_stream.deid_release <- function(x, ...) {
  .Call(C_export, check_release(x)$dataset, nanoarrow::nanoarrow_allocate_array_stream())
}
