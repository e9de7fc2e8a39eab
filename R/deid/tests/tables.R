# SPDX-License-Identifier: LGPL-2.1-or-later
# Columns of each kind come back as they went in, or as labels.
library(deid)

quiet <- function(value) suppressWarnings(value, classes = "deid_warning")

# Releases a column as it is, in the order of the rows.
pass <- function(column, ...) {
  df <- data.frame(g = rep("x", length(column)))
  df$v <- column
  quiet(anonymize(df, c(g = "suppress"), models = "k:1", insensitive = "v", keep_order = TRUE, ...))$frame$v
}

# Releases a column in classes of two with the labels of a rule.
label <- function(column, rule, ...) {
  df <- data.frame(row.names = seq_along(column))
  df$v <- column
  quiet(anonymize(df, list(v = rule), models = "k:2", keep_order = TRUE, ...))$frame$v
}

catch <- function(code, ...) {
  condition <- tryCatch(..., error = identity)
  stopifnot(inherits(condition, paste0("deid_error_", code)), inherits(condition, "deid_error"))
  invisible(conditionMessage(condition))
}

# Values that are released unchanged.
times <- as.POSIXct("2024-01-31 23:59:59.25", tz = "Europe/Vienna") + c(0, 86400.5, NA)
latin <- "M\xfcnchen"
Encoding(latin) <- "latin1"
same <- list(
  integer = c(3L, NA, -1L, .Machine$integer.max), double = c(0.1, NA, 1e300, 100000, 1 / 3, 123456789012),
  logical = c(TRUE, NA, FALSE), text = c("a", NA, "\u00e4", "a;\"b\nc", strrep("x", 100000L)),
  date = as.Date("1969-12-30") + c(0, 1, NA), days = structure(c(19000L, NA), class = "Date"), times = times,
  midnights = as.POSIXct(c("2024-01-01", "2024-06-01"), tz = "Europe/Vienna"),
  difftime = as.difftime(c(1.5, NA, 3), units = "hours"), labelled = structure(c(1, 2), label = "L", class = "labelled"),
  factor = factor(c("low", "high", NA), c("low", "high")), ordered = factor(c("b", "a"), c("b", "a"), ordered = TRUE),
  many = c(70000:1, NA), words = c(NA, sprintf("w%d", 1:300)),
  all_missing = c(NA_character_, NA), all_na = c(NA, NA))
for (kind in names(same)) {
  if (!identical(pass(same[[kind]]), same[[kind]])) stop(kind, ": ", paste(deparse(pass(same[[kind]])), collapse = ""))
}
stopifnot(
  identical(pass(c(1, NaN, -0)), c(1, NA, 0)), identical(pass(.Date(c(0, -0, NaN))), .Date(c(0, 0, NA))),
  identical(pass(c("", "a")), c(NA, "a")),
  identical(pass(c(latin, "M\u00fcnchen")), c("M\u00fcnchen", "M\u00fcnchen")),
  identical(pass(as.POSIXlt(times)), times),
  identical(levels(pass(factor("b", c("a", "b", "c")))), "b"), identical(pass(I(c(1, 2))), I(c(1, 2))),
  identical(pass(addNA(factor(c("a", NA)))), factor(c("a", NA))),
  identical(pass(factor(c("", "a"))), factor(c(NA, "a"))),
  identical(pass(c(a = 1, b = 2)), c(1, 2)))
# The bits of 1, of a missing value, of -1 and of -2, as the package bit64 has them.
bits <- rep(as.raw(c(1, 0, 0, 128, 255, 254, 255)), c(1, 7, 7, 1, 8, 1, 7))
big <- structure(readBin(bits, "double", 4L), class = "integer64")
if (requireNamespace("bit64", quietly = TRUE)) {
  stopifnot(identical(writeBin(unclass(pass(big)), raw()), bits), inherits(pass(big), "integer64"))
} else {
  stopifnot(grepl("bit64", catch("invalid_argument", pass(big)), fixed = TRUE))
}

# Labels.
stopifnot(
  identical(label(c(31L, 34L, 47L, 42L), "intervals:10"), c("30-39", "30-39", "40-49", "40-49")),
  identical(label(c(1.5, 1.25, 2.5, 2.75), "intervals:1"), c("[1, 2)", "[1, 2)", "[2, 3)", "[2, 3)")),
  identical(label(as.Date("2024-01-30") + 0:3, "date:month"), rep(c("2024-01", "2024-02"), each = 2)),
  identical(label(as.POSIXct("2024-01-31 00:30", tz = "Europe/Vienna") + c(0, 60), "date:day"), rep("2024-01-31", 2)),
  identical(label(c(TRUE, FALSE), "suppress"), c("*", "*")), identical(label(c(NA, NA, 5L, 7L), "intervals:10"),
                                                                        c(NA, NA, "0-9", "0-9")))
# A factor stays one, with its levels in their order before the labels.
sizes <- factor(c("s", "m", "m", "s", "l", "xl"), c("xl", "l", "m", "s"))
kept <- label(sizes, list(), recoding = "cells")
stopifnot(is.factor(kept), identical(levels(kept), c("m", "s", "*")),
          identical(as.character(kept), c("s", "m", "m", "s", "*", "*")))

# Tables of other shapes.
df <- data.frame(c(1, 1), c("x", "x"))
names(df) <- c("a b", "\u00e4")
frame <- quiet(anonymize(df, stats::setNames(c("suppress", "suppress"), names(df)), models = "k:2"))$frame
stopifnot(identical(names(frame), names(df)))
tibble <- structure(df, class = c("tbl_df", "tbl", "data.frame"))
stopifnot(identical(class(quiet(anonymize(tibble, c(`a b` = "suppress"), models = "k:2"))$frame), class(tibble)))
catch("empty", anonymize(df[0L, ], c(`a b` = "suppress"), models = "k:1"))
catch("unknown_column", anonymize(df, "nosuch", models = "k:1"))
catch("duplicate_column", anonymize(stats::setNames(df, c("v", "v")), c(v = "suppress"), models = "k:1"))
catch("invalid_argument", pass(c(1, Inf)))
stopifnot(grepl("'v'", catch("invalid_argument", pass(structure(c(0, Inf), class = "Date"))), fixed = TRUE))
catch("unknown_column", anonymize(data.frame(), "a", models = "k:1"))
unnamed <- stats::setNames(df, c("a", NA))
stopifnot(identical(names(quiet(anonymize(unnamed, c(a = "suppress"), models = "k:2"))$frame), "a"))
for (encoding in c(if (l10n_info()[["UTF-8"]]) "unknown", "UTF-8", "bytes")) {
  text <- "\xff"
  Encoding(text) <- encoding
  catch("encoding", pass(text))
}
df$list <- list(1, 2:3)
df$matrix <- matrix(1:4, 2L)
df$complex <- 1i
df$raw <- as.raw(1:2)
df$infinite <- Inf
release <- quiet(anonymize(df, c(`a b` = "suppress"), models = "k:2"))
stopifnot(identical(names(release$frame), "a b"))
stopifnot(identical(names(apply_policy(stored_policy(release), df)$frame), "a b"))
stopifnot(!any(c("list", "matrix", "complex", "raw") %in% suggest(df)$columns$column))
for (name in c("list", "matrix", "complex", "raw")) {
  message <- catch("invalid_argument", anonymize(df, c(`a b` = "suppress"), models = "k:2", insensitive = name))
  stopifnot(grepl(paste0("'", name, "'"), message, fixed = TRUE))
}
stopifnot(inherits(tryCatch(anonymize(1:3, "a", models = "k:1"), error = identity), "simpleError"))

# Suppressed values have the text of their column, or are missing.
cells <- function(text) {
  problem <- list(`column *` = list(suppressed = "?"), `column a` = list(role = "quasi-identifying", suppressed = text),
                  models = list(model = "k:2"))
  quiet(run(problem, data.frame(a = c(1, 1, 2, 3)), recoding = "cells", keep_order = TRUE))$frame$a
}
again <- function(release) {
  quiet(apply_policy(stored_policy(release), town, keep_suppressed = TRUE, keep_order = TRUE))$frame
}
town <- data.frame(town = c("m", "m", "x"), star = "*")
release <- function(text) {
  quiet(anonymize(town, list(town = list(rule = "suppress", levels = "0", suppressed = text)), models = "k:2",
                  insensitive = "star", suppression = 0.5, keep_suppressed = TRUE, keep_order = TRUE))
}
stopifnot(
  identical(cells("*"), c("1", "1", "*", "*")), identical(cells("empty"), c(1, 1, NA, NA)),
  identical(cells(NULL), c("1", "1", "?", "?")),
  identical(release("NN")$frame, data.frame(town = c("m", "m", "NN"), star = "*")),
  identical(again(release("NN")), release("NN")$frame), identical(again(release("empty"))$town, c("m", "m", NA)))
town$town <- factor(town$town)
stopifnot(identical(release("empty")$frame$town, factor(c("m", "m", NA))))
attr(town$town, "label") <- "Town"
stopifnot(identical(attr(release("empty")$frame$town, "label"), "Town"))
if (requireNamespace("bit64", quietly = TRUE)) {
  town$town <- bit64::as.integer64(c(7, 7, 8))
  stopifnot(identical(as.character(release("empty")$frame$town), c("7", "7", NA)))
}

# Dates of another format than ISO are not read as ISO.
csv <- tempfile()
writeLines(c("d,a", "2020-03-04,x", "2020-05-06,x"), csv)
problem <- list(input = list(input = csv), models = list(model = "k:2"),
                `column d` = list(role = "insensitive", type = "date", format = "YYYY-DD-MM"),
                `column a` = list(role = "quasi-identifying", rule = "suppress"))
stopifnot(identical(quiet(run(problem, keep_order = TRUE))$frame$d, c("2020-03-04", "2020-05-06")))

# A stored policy would release microaggregated values as they are.
means <- quiet(anonymize(data.frame(a = "x", n = 1:5), c(a = "suppress"), models = "k:2",
                         insensitive = list(n = list(microaggregate = "mean"))))
catch("invalid_argument", stored_policy(means))

# Labels and pseudonyms stay texts, numbers of the library are numbers.
hierarchy <- tempfile()
writeLines(c("1110,01,*", "1120,01,*", "2210,02,*", "2220,02,*"), hierarchy)
stopifnot(identical(label(c(1110, 1120, 2210, 2220), list(hierarchy = hierarchy)), c("01", "01", "02", "02")))
key <- tempfile()
writeLines(strrep("k", 64L), key)
Sys.chmod(key, "600")
persons <- data.frame(id = rep(1:40, 2L), g = "x", day = as.Date("2024-01-01") + rep(0:1, each = 40L))
pseudonyms <- quiet(anonymize(persons, c(g = "suppress"), entity = "id", models = "persons:2",
                              pseudonym = "hmac:8:digits", key_file = key))$frame$id
relative <- quiet(anonymize(persons, c(g = "suppress"), entity = "id", models = "k:2", keep_order = TRUE,
                            columns = list(day = list(role = "insensitive", person_time = "relative"))))$frame$day
shifted <- quiet(anonymize(persons, c(g = "suppress"), entity = "id", models = "k:2", shift_days = 30, key_file = key,
                           columns = list(day = list(role = "insensitive", person_time = "shifted"))))$frame$day
stopifnot(all(nchar(pseudonyms) == 8L), identical(relative, rep(0:1, each = 40L)), inherits(shifted, "Date"))

# Attributes say how values are shown, and nothing of other rows.
income <- structure(c(1, 2, 99, 1), note = "Ann earns 99", label = "Income", labels = c(low = 1, none = 7, high = 99),
                    class = "haven_labelled")
df <- data.frame(age = c(31, 34, 99, 38))
df$income <- income
kept <- quiet(anonymize(df, c(age = "intervals:10"), models = "k:2", insensitive = "income", suppression = 0.5,
                        keep_order = TRUE))$frame$income
stopifnot(identical(kept, structure(c(1, 2, 1), label = "Income", labels = c(low = 1), class = "haven_labelled")),
          identical(pass(ts(c(1, 3))), c(1, 3)),
          identical(label(as.Date(c("0999-12-31", "0999-01-01")), "date:year"), c("0999", "0999")))

# Columns that a stored policy needs are read as well as others.
day <- as.Date("2024-01-01") + 0:1
df <- data.frame(a = c("x", "x"), day = day)
stored <- stored_policy(quiet(anonymize(df, c(a = "suppress"), insensitive = "day", models = "k:2")))
stopifnot(inherits(quiet(apply_policy(stored, df))$frame$day, "Date"))
catch("duplicate_column", apply_policy(stored, stats::setNames(cbind(df, 1:2), c("a", "day", "day"))))
catch("invalid_argument", apply_policy(stored, transform(df, day = c(1, Inf))))
