# SPDX-License-Identifier: LGPL-2.1-or-later
# The functions of the package.

finish <- function(prepared, progress, interrupt) {
  job <- prepared$job
  if (isFALSE(progress)) progress <- NULL
  if (isTRUE(progress)) {
    bar <- utils::txtProgressBar(style = 3)
    on.exit(close(bar))
    progress <- function(news) utils::setTxtProgressBar(bar, news$share)
  }
  if (!is.null(progress)) progress <- match.fun(progress)
  found <- work("search", job, progress = progress, best = interrupt == "best")
  new_release(job, work("choose", job, found), prepared$table, prepared$suggested)
}

anonymize <- function(df, quasi_identifiers = NULL, models, sensitive = NULL, insensitive = NULL, entity = NULL,
                      suppression = 0, columns = NULL, progress = NULL, interrupt = c("stop", "best"), ...) {
  interrupt <- match.arg(interrupt)
  settings <- name_settings(...)
  for (key in intersect(with_hyphens(names(settings)), c("model", "suppression-limit"))) {
    stop("'", key, "' is the argument ", if (key == "model") "models" else "suppression", call. = FALSE)
  }
  if (is.null(df)) stop("'df' is NULL, expected a data frame", call. = FALSE)
  job <- new_job()
  set_roles(job, list(quasi_identifiers = quasi_identifiers, sensitive = sensitive, insensitive = insensitive,
                      entity = entity), df)
  check_names(names(columns), length(columns), "columns such as list(w = list(role = \"weight\"))")
  for (column in names(columns)) set_keys(job, get_section(column), columns[[column]], "columns")
  set_key(job, "models", "model", models, "models")
  if (!identical(suppression, 0)) set_key(job, "limits", "suppression-limit", suppression, "suppression")
  set_settings(job, settings)
  finish(prepare(job, df), progress, interrupt)
}

run <- function(problem, df = NULL, progress = NULL, interrupt = c("stop", "best"), ...) {
  interrupt <- match.arg(interrupt)
  finish(prepare(load_problem(problem, name_settings(...), !is.null(df)), df), progress, interrupt)
}

# The columns of a stored policy, and its conditions on rows, which mention columns.
read_columns <- function(stored_policy) {
  policy <- jsonlite::parse_json(stored_policy)
  list(names = c(vapply(policy$attributes, function(attribute) attribute[["name"]], ""), names(policy$roles),
                 unlist(policy$joint_columns)), conditions = unlist(policy$rows))
}

apply_policy <- function(stored_policy, df, unknown = c("error", "suppress", "top"), suppression = NULL, ...) {
  unknown <- match.arg(unknown)
  if (!is_text(stored_policy)) stop("expected a stored policy, as JSON or the path of a file", call. = FALSE)
  if (!grepl("^\\s*\\{", stored_policy)) {
    stored_policy <- paste(readLines(stored_policy, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
  }
  job <- new_job()
  set_settings(job, name_settings(...), allowed = of_policies)
  set_key(job, "limits", "suppression-limit", suppression, "suppression")
  limit <- if (!is.null(suppression)) get_setting(job, "limits", "suppression-limit")
  if (!is.null(limit) && endsWith(limit, "%")) limit <- format_numbers(as.numeric(sub("%", "", limit)) / 100)
  # The library says what is wrong with the text.
  columns <- tryCatch(read_columns(stored_policy), error = function(condition) NULL)
  table <- read_table(df, function(name) {
    name %in% columns$names || nzchar(name) && any(grepl(name, columns$conditions, fixed = TRUE))
  })
  result <- work("evaluate", stored_policy, table$dataset, unknown, limit)
  new_release(job, result, table, character(), by_policy = TRUE)
}

# The settings of a problem as arguments of anonymize().
as_arguments <- function(problem) {
  job <- new_job()
  .Call(C_load_text, job, problem)
  keys <- .Call(C_keys)
  get_keys <- function(section, names) {
    values <- lapply(stats::setNames(names, gsub("-", "_", names)), function(key) get_setting(job, section, key))
    values[nzchar(values)]
  }
  sections <- .Call(C_sections, job)
  columns <- lapply(sections, get_keys, names(keys)[startsWith(keys, "column")])
  names(columns) <- lapply(sub("^column ", "", sections), utils::URLdecode)
  roles <- vapply(columns, function(keys) keys$role, "")
  of_role <- function(role) lapply(columns[roles == role], function(keys) keys[names(keys) != "role"])
  is_other <- !roles %in% c("quasi-identifying", "sensitive", "insensitive", "entity", "identifying")
  c(list(quasi_identifiers = of_role("quasi-identifying"), sensitive = of_role("sensitive"),
         insensitive = of_role("insensitive"), entity = of_role("entity"), columns = columns[is_other]),
    get_keys("input", c("missing", "drop")))
}

suggest <- function(df) {
  job <- new_job()
  .Call(C_use, job, read_table(df)$dataset)
  suggestions <- read_json(work("suggest", job))
  structure(list(columns = suggestions$columns, problem = suggestions$problem,
                 arguments = as_arguments(suggestions$problem)), class = "deid_suggestions")
}

print.deid_suggestions <- function(x, ...) {
  rule <- ifelse(is.na(x$columns$rule), "", paste0(", ", x$columns$rule))
  cat("<deid_suggestions>\n", paste0("  ", x$columns$column, ": ", x$columns$role, rule, "\n"), sep = "")
  invisible(x)
}

as.data.frame.deid_suggestions <- function(x, ...) x$columns

verify <- function(problem, certificate, df = NULL) {
  check_text(certificate, "certificate")
  job <- prepare(load_problem(problem), df)$job
  structure(.Call(C_figures, work("verify", job, path.expand(certificate))), class = "deid_outcome")
}
