# SPDX-License-Identifier: LGPL-2.1-or-later
# From arguments and problem files to the settings of a job.

# A job that uses all cores, unless settings say how many.
new_job <- function() {
  job <- .Call(C_new_job)
  set_key(job, "search", "threads", "all")
  job
}

is_text <- function(value) is.character(value) && length(value) == 1L && !is.na(value)

get_setting <- function(job, section, key) .Call(C_get, job, section, key)

get_section <- function(column) .Call(C_section, column)

# The text of a setting: of several values a list with semicolons between them.
as_setting <- function(value) {
  if (anyNA(value)) stop("a setting is NA, expected a value", call. = FALSE)
  if (is.logical(value)) {
    value <- ifelse(value, "yes", "no")
  } else if (is.numeric(value) && !is.factor(value)) {
    value <- vapply(value, format, "", digits = 15, scientific = FALSE)
  }
  value <- as.character(value)
  if (length(value) == 1L) value else paste(gsub("([\\\\;])", "\\\\\\1", value), collapse = ";")
}

# Sets a key, unless the value is NULL. Messages name the origin.
set_key <- function(job, section, key, value, origin = NULL) {
  if (length(value) > 0L) {
    .Call(C_set, job, section, gsub("_", "-", key, fixed = TRUE), as_setting(value), origin)
  }
}

set_keys <- function(job, section, keys, origin = NULL) {
  for (key in names(keys)) set_key(job, section, key, keys[[key]], origin)
}

# Columns by role: names of columns, or rules or keys of columns with the columns as names.
set_roles <- function(job, roles) {
  done <- character()
  for (argument in names(roles)) {
    columns <- as.list(roles[[argument]])
    for (i in seq_along(columns)) {
      column <- names(columns)[i]
      has_name <- !is.null(column) && nzchar(column)
      if (!has_name) column <- as_setting(columns[[i]])
      if (column %in% names(done)) {
        fail("role", "column '", column, "' is in ", done[[column]], " and in ", argument, ", expected one role")
      }
      done[[column]] <- argument
      section <- get_section(column)
      role <- if (argument == "quasi_identifiers") "quasi-identifying" else argument
      set_key(job, section, "role", role, argument)
      if (has_name) {
        keys <- columns[[i]]
        set_keys(job, section, if (is.list(keys)) keys else list(rule = keys), argument)
      }
    }
  }
}

# Settings, and sections of settings, that no function here follows.
of_command <- c("engine", "output", "linked", "spreadsheet-safe", "utility", "predict")
# Of a release by a stored policy, which has all others.
of_policies <- c("keep-order", "keep-suppressed", "seed", "threads", "pseudonym", "key-file", "report-threshold",
                 "minimum-cell", "population-size")

# Settings by key, such as keep_order.
set_settings <- function(job, settings, has_table = TRUE, allowed = names(sections)) {
  sections <- .Call(C_keys)
  sections <- sections[!startsWith(sections, "column")]
  for (name in names(settings)) {
    key <- gsub("_", "-", name, fixed = TRUE)
    if (!key %in% names(sections)) {
      near <- names(sections)[which.min(utils::adist(key, names(sections)))]
      stop("no setting is called '", name, "', did you mean '", gsub("-", "_", near), "'?", call. = FALSE)
    }
    if (has_table && key %in% c("input", "delimiter", "quote", "header", "encoding")) {
      stop("'", name, "' is about files, but the table is given", call. = FALSE)
    }
    if (key %in% of_command || sections[[key]] %in% of_command) {
      stop("'", name, "' is a setting of the command deid alone", call. = FALSE)
    }
    if (!key %in% allowed) stop("'", name, "' has no effect on a release by a stored policy", call. = FALSE)
    set_key(job, sections[[key]], key, settings[[name]], name)
  }
}

# Settings in `...`, each with a name.
name_settings <- function(...) {
  settings <- list(...)
  if (length(settings) > 0L && (is.null(names(settings)) || !all(nzchar(names(settings))))) {
    stop("a setting has no name, expected settings such as keep_order = TRUE", call. = FALSE)
  }
  settings
}

# A job of a problem file, given by its path or its text or as a list of sections with keys.
load_problem <- function(problem, settings = list(), has_table = FALSE) {
  if (!is.list(problem) && !is_text(problem)) {
    stop("expected a problem file, as its path, its text or a list of sections", call. = FALSE)
  }
  job <- new_job()
  if (is.list(problem)) {
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
  if (length(left) == 0L || nzchar(get_setting(job, "lattice", "hierarchies")) ||
      get_setting(job, "search", "recoding") == "cells") {
    return(suggested)
  }
  rows <- read_json(work("suggest", job))$columns
  for (i in seq_len(NROW(rows))) {
    row <- rows[i, ]
    section <- get_section(row$column)
    if (!section %in% left) next
    rule <- if (is.na(row$rule)) row$other_rule else row$rule
    if (is.na(rule)) fail("invalid-argument", "column '", row$column, "': no rule suits it, expected one")
    suggested[[row$column]] <- rule
    for (key in c("rule", "type", "format")) {
      value <- if (key == "rule") rule else row[[key]]
      if (!is.na(value) && get_setting(job, section, key) == "") {
        set_key(job, section, key, value, "the suggestion")
      }
    }
  }
  suggested
}

# Makes the job use a data frame, if there is one, with what [input] says about values, and gives it suggested rules.
prepare <- function(job, df) {
  if (is.null(df)) {
    if (nzchar(get_setting(job, "engine", "table"))) {
      stop("a table that stays in its database is released by the command deid", call. = FALSE)
    }
    return(list(job = job, suggested = suggest_rules(job)))
  }
  table <- read_table(df, function(name) nzchar(get_setting(job, get_section(name), "role")))
  if (get_setting(job, "column *", "missing") == "") {
    set_key(job, "column *", "missing", get_setting(job, "input", "missing"))
  }
  .Call(C_use, job, table$dataset)
  list(job = job, table = table, suggested = suggest_rules(job))
}
