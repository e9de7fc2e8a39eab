# SPDX-License-Identifier: LGPL-2.1-or-later
# From arguments and problem files to the settings of a job.

# A job that uses all cores, unless settings say how many.
new_job <- function() {
  job <- .Call(C_new_job)
  set_key(job, "search", "threads", "all")
  job
}

is_text <- function(value) is.character(value) && length(value) == 1L && !is.na(value)

check_text <- function(value, name) {
  if (!is_text(value) || !nzchar(value)) stop("'", name, "' is no text or empty, expected a text", call. = FALSE)
}

get_setting <- function(job, section, key) .Call(C_get, job, section, key)

get_section <- function(column) .Call(C_section, column)

# The setting of a column, or else that of all columns.
get_of_column <- function(job, column, key) {
  own <- get_setting(job, get_section(column), key)
  if (nzchar(own)) own else get_setting(job, "column *", key)
}

# Numbers as texts that read back as the same numbers.
format_numbers <- function(numbers) {
  texts <- sprintf(ifelse(numbers == trunc(numbers) & abs(numbers) < 2^53, "%.0f", "%.15g"), numbers)
  ifelse(as.numeric(texts) == numbers, texts, sprintf("%.17g", numbers))
}

# The text of a setting: of several values a list with semicolons between them. Messages show no values, as they may be
# those of persons.
as_setting <- function(value, name) {
  if (is.list(value) && !is.data.frame(value) && all(lengths(value) == 1L)) value <- vapply(value, as_setting, "", name)
  if (!is.atomic(value) || inherits(value, c("difftime", "integer64")) || length(dim(value)) > 1L) {
    stop("'", name, "' has the class ", class(value)[1L], ", expected texts, numbers or logical values", call. = FALSE)
  }
  if (anyNA(value)) stop("'", name, "' is NA, expected a value", call. = FALSE)
  if (is.logical(value)) {
    value <- ifelse(value, "yes", "no")
  } else if (is.numeric(value) && !is.object(value)) {
    value <- format_numbers(value)
  }
  value <- as.character(value)
  if (length(value) == 1L) value else paste(gsub("([\\\\;])", "\\\\\\1", value), collapse = ";")
}

with_hyphens <- function(names) gsub("_", "-", names, fixed = TRUE)

# Stops unless each element has a name of its own.
check_names <- function(names, n, expected) {
  if (n > 0L && (length(names) < n || anyNA(names) || !all(nzchar(names)))) {
    stop("an element has no name, expected ", expected, call. = FALSE)
  }
  twice <- names[duplicated(names)]
  if (length(twice) > 0L) stop("'", twice[1L], "' is given twice, expected it once", call. = FALSE)
}

# Keys whose values are paths.
of_files <- c("input", "population", "hierarchy", "hierarchies", "key-file", "baseline", "zip-populations")

# Sets a key, unless the value is NULL. Messages name the origin.
set_key <- function(job, section, key, value, origin = NULL) {
  if (length(value) == 0L) return(invisible())
  text <- as_setting(value, key)
  .Call(C_set, job, section, key, if (key %in% of_files) path.expand(text) else text, origin)
}

# Keys of a column that exclude another one.
one_of <- list(role = "role", rule = c("rule", "hierarchy"), hierarchy = c("rule", "hierarchy"))

# Sets the keys of a section.
set_keys <- function(job, section, keys, origin = NULL) {
  if (is.data.frame(keys)) stop("[", section, "] is a data frame, expected a list of keys", call. = FALSE)
  keys <- as.list(keys)
  names <- with_hyphens(names(keys))
  check_names(names, length(keys), "a list of keys such as list(role = \"weight\")")
  for (i in seq_along(keys)) {
    other <- one_of[[names[i]]]
    old <- if (section == "column *") "" else vapply(other, function(key) get_setting(job, section, key), "")
    is_role <- names[i] == "role"
    if (length(keys[[i]]) > 0L && any(nzchar(old)) && !(is_role && old == as_setting(keys[[i]], "role"))) {
      fail(if (is_role) "role" else "invalid-argument", "[", section, "] has two ", if (is_role) "roles" else "rules",
           ", expected one")
    }
    set_key(job, section, names[i], keys[[i]], origin)
  }
}

# Columns by role: names of columns, or rules or keys of columns with the columns as names.
set_roles <- function(job, roles, df) {
  done <- character()
  for (argument in names(roles)) {
    columns <- as.list(roles[[argument]])
    names <- if (is.null(names(columns))) character(length(columns)) else names(columns)
    has_name <- !is.na(names) & nzchar(names)
    if (is.data.frame(roles[[argument]]) || any(lengths(columns[!has_name]) != 1L)) {
      stop("'", argument, "' has other elements, expected names of columns", call. = FALSE)
    }
    names[!has_name] <- vapply(columns[!has_name], as_setting, "", argument)
    # Values of persons in place of names are not for messages.
    if (is.data.frame(df) && length(names) == nrow(df) && !all(names[!has_name] %in% names(df))) {
      fail("unknown-column", "'", argument, "' has other texts than the table has columns, expected names of columns")
    }
    for (i in seq_along(columns)) {
      column <- names[i]
      if (column %in% names(done)) {
        fail("role", "column '", column, "' is ", if (done[[column]] == argument) "twice in " else
             paste0("in ", done[[column]], " and in "), argument, ", expected one role")
      }
      done[[column]] <- argument
      section <- get_section(column)
      role <- if (argument == "quasi_identifiers") "quasi-identifying" else argument
      set_key(job, section, "role", role, argument)
      keys <- columns[[i]]
      if (is.factor(keys)) keys <- as.character(keys)
      if (has_name[i] && !is.list(keys)) {
        if (!is.null(keys) && !is_text(keys)) {
          stop("column '", column, "' has no rule in ", argument, ", expected a text or a list of keys", call. = FALSE)
        }
        keys <- list(rule = keys)
      }
      if (has_name[i]) set_keys(job, section, keys, argument)
    }
  }
}

# Settings, and sections of settings, that no function here follows.
of_command <- c("engine", "output", "linked", "spreadsheet-safe", "utility", "predict")
# The settings of a release by a stored policy: all others are those of the policy.
of_policies <- c("keep-order", "keep-suppressed", "seed", "threads", "pseudonym", "key-file", "report-threshold",
                 "minimum-cell", "population-size")

# Settings by key, such as keep_order.
set_settings <- function(job, settings, has_table = TRUE, allowed = names(sections)) {
  keys <- .Call(C_keys)
  sections <- keys[!startsWith(keys, "column")]
  # The files of a table, and how they are read: a population is a file, too.
  has_population <- !is.null(settings[["population"]]) || nzchar(get_setting(job, "population", "population"))
  of_tables <- c("input", "header", if (!has_population) c("delimiter", "quote", "encoding"))
  for (name in names(settings)) {
    if (is.null(settings[[name]])) next
    key <- with_hyphens(name)
    if (key %in% setdiff(names(keys), names(sections))) {
      stop("'", name, "' is a key of a column, expected columns = list(NAME = list(", name, " = ...))", call. = FALSE)
    }
    if (!key %in% names(sections)) {
      near <- names(sections)[which.min(utils::adist(key, names(sections)))]
      stop("no setting is called '", name, "', did you mean '", gsub("-", "_", near), "'?", call. = FALSE)
    }
    if (has_table && key %in% of_tables) {
      stop("'", name, "' is about files, but the table is given", call. = FALSE)
    }
    if (key %in% of_command || sections[[key]] %in% of_command) {
      stop("'", name, "' is a setting of the command deid alone", call. = FALSE)
    }
    if (!key %in% allowed) stop("'", name, "' cannot be given with a stored policy", call. = FALSE)
    set_key(job, sections[[key]], key, settings[[name]], name)
  }
}

# Settings in `...`, each with a name.
name_settings <- function(...) {
  settings <- list(...)
  check_names(with_hyphens(names(settings)), length(settings), "settings such as keep_order = TRUE")
  settings
}

# A job of a problem file, given by its path or its text or as a list of sections with keys.
load_problem <- function(problem, settings = list(), has_table = FALSE) {
  if (!is.list(problem) && !is_text(problem)) {
    stop("expected a problem file, as its path, its text or a list of sections", call. = FALSE)
  }
  job <- new_job()
  if (is.list(problem)) {
    check_names(names(problem), length(problem), "sections such as models = list(model = \"k:5\")")
    for (section in names(problem)) set_keys(job, section, problem[[section]])
  } else if (grepl("\n", problem, fixed = TRUE) || startsWith(problem, "[")) {
    .Call(C_load_text, job, problem)
  } else {
    work("load", job, path.expand(problem))
  }
  set_settings(job, settings, has_table)
  job
}

needs_rule <- function(job, section) {
  is_set <- function(key) nzchar(get_setting(job, section, key))
  by <- get_setting(job, section, "generalize-by")
  if (by == "") by <- get_setting(job, "lattice", "generalize-by")
  get_setting(job, section, "role") == "quasi-identifying" && by != "cuts" &&
    !is_set("rule") && !is_set("hierarchy") && !is_set("joint")
}

# Gives quasi-identifiers without a rule those that the library suggests, and returns these.
suggest_rules <- function(job) {
  suggested <- character()
  left <- Filter(function(section) needs_rule(job, section), .Call(C_sections, job))
  recoding <- get_setting(job, "search", "recoding")
  if (length(left) == 0L || nzchar(get_setting(job, "lattice", "hierarchies")) || recoding == "cells") {
    return(suggested)
  }
  rows <- read_json(work("suggest", job))$columns
  for (i in seq_len(NROW(rows))) {
    row <- rows[i, ]
    section <- get_section(row$column)
    if (!section %in% left) next
    # In a local recoding, numbers and dates without a rule have ranges.
    if (recoding == "local" && row$type %in% c("integer", "decimal", "date")) {
      row$rule <- NA
    } else {
      if (is.na(row$rule)) row$rule <- row$other_rule
      if (is.na(row$rule)) fail("invalid-argument", "column '", row$column, "': no rule suits it, expected one")
      suggested[[row$column]] <- row$rule
    }
    for (key in c("rule", "type", "format")) {
      if (!is.na(row[[key]]) && get_setting(job, section, key) == "") {
        set_key(job, section, key, row[[key]], "the suggestion")
      }
    }
  }
  suggested
}

# Makes the job use a data frame, if there is one, and gives it suggested rules.
prepare <- function(job, df) {
  if (is.null(df) && nzchar(get_setting(job, "engine", "table")) || nzchar(get_setting(job, "input", "linked"))) {
    stop("linked tables, and tables that stay in a database, are released by the command deid", call. = FALSE)
  }
  if (is.null(df)) return(list(job = job, suggested = suggest_rules(job)))
  table <- read_table(df, function(name) get_of_column(job, name, "role") != "identifying")
  .Call(C_use, job, table$dataset)
  list(job = job, table = table, suggested = suggest_rules(job))
}
