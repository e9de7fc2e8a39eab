# SPDX-License-Identifier: LGPL-2.1-or-later
# Data frames to datasets of the library, and back.

# The vector with those attributes of another one that say how R shows its values, and nothing else of the table.
like <- function(values, column) {
  kept <- as.list(attributes(column))
  kept <- kept[intersect(names(kept), c("class", "units", "tzone", "label", "labels"))]
  if (any(c("ts", "zoo") %in% kept$class)) kept$class <- NULL
  attributes(values) <- kept
  values
}

# Years have four digits.
format_days <- function(days, format) {
  texts <- format(days, format)
  is_early <- grepl("^\\d{1,3}-", texts)
  texts[is_early] <- paste0(strrep("0", 5L - regexpr("-", texts[is_early])), texts[is_early])
  texts
}

# Times as R prints them in the time zone of the column, with microseconds; days if all are at midnight.
format_times <- function(times) {
  seconds <- as.vector(unclass(times))
  whole <- floor(seconds + 5e-7)
  micro <- as.integer(round((seconds - whole) * 1e6))
  text <- format_days(like(whole, times), "%Y-%m-%dT%H:%M:%S")
  if (all(micro == 0L & endsWith(text, "T00:00:00"))) return(sub("T.*", "", text))
  ifelse(micro == 0L, text, paste0(text, sub("0+$", "", sprintf(".%06d", micro))))
}

is_supported <- function(column) {
  (is.factor(column) || is.logical(column) || is.integer(column) || is.double(column) || is.character(column)) &&
    is.null(dim(column)) && !isS4(column)
}

# The texts of distinct values of a column.
format_values <- function(values, column, name) {
  if (is.factor(column)) return(levels(column)[values])
  if (inherits(column, "integer64")) return(as.character(like(values, column)))
  if (is.double(values) && !all(is.finite(values))) {
    fail("invalid-argument", "column '", name, "' has an infinite date or time, expected finite ones")
  }
  if (inherits(column, "Date")) {
    format_days(like(values, column), "%Y-%m-%d")
  } else if (inherits(column, "POSIXct")) {
    format_times(like(values, column))
  } else if (is.logical(values)) {
    c("false", "true")[values + 1L]
  } else {
    values
  }
}

# Adds a column to a dataset, and returns what its values come back by: a vector without elements that has the class of
# the column; and unless it has numbers, its values and their texts.
add_column <- function(dataset, name, column) {
  if (inherits(column, "POSIXlt")) column <- as.POSIXct(column)
  is_integer64 <- inherits(column, "integer64")
  if (!is_supported(column) || is_integer64 && !requireNamespace("bit64", quietly = TRUE)) {
    fail("invalid-argument", "column '", name, "' has values of the class ", paste(class(column), collapse = ", "),
         ", expected texts, numbers, dates, times, logical values or factors, or integer64 with the package bit64")
  }
  source <- list(like = like(as.vector(.subset(column, 0L)), column))
  has_days <- inherits(column, c("Date", "POSIXct"))
  if (typeof(column) %in% c("integer", "double") && !is.factor(column) && !has_days && !is_integer64) {
    .Call(C_add_numbers, dataset, name, column)
    return(source)
  }
  first <- .Call(C_distinct, column)
  values <- unclass(as.vector(.subset(column, first)))
  texts <- format_values(values, column, name)
  if (!all(validEnc(texts) & Encoding(texts) != "bytes")) {
    fail("encoding", "column '", name, "' has a text that is not valid in its encoding")
  }
  # The empty text is a missing value, and different values may have one text, such as times in a repeated hour.
  keep <- !is.na(texts) & nzchar(texts) & !duplicated(texts)
  type <- if (has_days) 3L else if (is_integer64) 1L else 0L
  .Call(C_add_column, dataset, name, column, first, match(texts, texts[keep], nomatch = 0L), texts[keep], type)
  # Levels come back in their order.
  c(source, if (is.factor(column)) list(texts = levels(column)) else list(values = values[keep], texts = texts[keep]))
}

# A table as a dataset, and what the values of each column come back by. A column that nobody wants is left out if its
# values cannot be read.
read_table <- function(df, is_wanted = function(name) FALSE) {
  if (!is.data.frame(df)) {
    if (!inherits(df, "nanoarrow_array_stream")) {
      if (!requireNamespace("nanoarrow", quietly = TRUE)) {
        stop("expected a data frame, or nanoarrow to read an object of the class ", class(df)[1L], call. = FALSE)
      }
      df <- nanoarrow::as_nanoarrow_array_stream(df)
    }
    return(list(dataset = work("stream", df), columns = list(), is_tibble = FALSE))
  }
  dataset <- .Call(C_new_dataset)
  columns <- list()
  for (i in seq_along(df)) {
    name <- c(names(df)[i], "")[1L]
    if (!validEnc(name)) fail("encoding", "the name of column ", i, " is not valid in its encoding")
    name <- if (is.na(name)) "" else enc2utf8(name)
    wanted <- is_wanted(name)
    source <- tryCatch(add_column(dataset, name, .subset2(df, i)),
                       deid_error = function(condition) if (wanted) stop(condition))
    if (!is.null(source)) columns[[name]] <- source
  }
  list(dataset = dataset, columns = columns, is_tibble = inherits(df, "tbl_df"))
}

# The released values of a column: those that came in, or labels. Where none came in as they are, the type of the column
# in the library tells what its texts are.
decode_column <- function(dataset, i, source, table) {
  spread <- function(values, like = NULL) {
    labels <- attr(like, "labels")
    # Other labels may be of values that nobody has.
    if (!is.null(labels)) attr(like, "labels") <- labels[labels %in% values]
    fits <- is.integer(like) && is.double(values) &&
      all(values == trunc(values) & abs(values) <= .Machine$integer.max, na.rm = TRUE)
    .Call(C_column, dataset, i, if (fits) as.integer(values) else values, like)
  }
  type <- .Call(C_type, dataset, i)
  values <- .Call(C_values, dataset, i, type %in% 1:2 && is.null(source$texts))
  if (is.numeric(values)) {
    return(spread(values, if (!is.null(source)) source$like else if (type == 1L) 0L else 0))
  }
  values[values == "*"] <- .Call(C_suppressed, dataset, i)
  is_value <- !is.na(values)
  if (is.factor(source$like)) {
    known <- match(values, source$texts)
    # Other levels may be values of suppressed records. Labels come last, in an order that tells nothing of the rows.
    levels <- c(source$texts[sort(known)], sort(values[is_value & is.na(known)], method = "radix"))
    like <- structure(integer(), levels = levels, label = attr(source$like, "label"),
                      class = if (anyNA(known[is_value])) "factor" else class(source$like))
    return(spread(match(values, levels), like))
  }
  if (!is.null(source) && is.null(source$texts)) {
    column <- match(.Call(C_names, dataset)[i], .Call(C_names, table))
    source$texts <- .Call(C_values, table, column, FALSE)
    source$values <- .Call(C_values, table, column, TRUE)
  }
  known <- match(values, source$texts)
  if (!is.null(source) && !anyNA(known[is_value])) {
    found <- source$values[known]
    if (inherits(source$like, "integer64")) found[!is_value] <- -0 # has the bits of its NA
    return(spread(found, source$like))
  }
  if (!is.null(source)) return(decode_column(dataset, i, NULL, table))
  if (type %in% 1:2 && !anyNA(suppressWarnings(as.numeric(values[is_value])))) {
    return(spread(as.numeric(values), if (type == 1L) 0L else 0))
  }
  is_date <- type == 3L && all(grepl("^\\d{4}-\\d\\d-\\d\\d$", values[is_value]))
  if (is_date) spread(as.vector(unclass(as.Date(values))), .Date(0)) else spread(values)
}

# The data frame of a released dataset.
as_frame <- function(dataset, table) {
  names <- .Call(C_names, dataset)
  frame <- lapply(seq_along(names), function(i) {
    decode_column(dataset, i, table$columns[[names[i]]], table$dataset)
  })
  n <- if (length(frame) > 0L) length(frame[[1L]]) else 0L
  structure(frame, names = names, row.names = .set_row_names(n),
            class = c(if (isTRUE(table$is_tibble)) c("tbl_df", "tbl"), "data.frame"))
}
