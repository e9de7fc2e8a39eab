# SPDX-License-Identifier: LGPL-2.1-or-later
# Problem files, stored policies, suggestions, proofs, conditions, interrupts, progress and saved releases.
library(deid)

quiet <- function(value) suppressWarnings(value, classes = "deid_warning")

catch <- function(code, ...) {
  condition <- tryCatch(..., error = identity)
  stopifnot(identical(class(condition), c(paste0("deid_error_", code), "deid_error", "error", "condition")),
            nzchar(conditionMessage(condition)))
  invisible(conditionMessage(condition))
}

persons <- data.frame(age = c(31, 34, 36, 47, 42, 45), town = c("a", "a", "b", "a", "b", "b"),
                      illness = c("flu", "cold", "flu", "cold", "flu", "flu"))
release <- function(...) {
  arguments <- list(...)
  defaults <- list(df = persons, quasi_identifiers = c(age = "intervals:10,20"), models = "k:3", insensitive = "town")
  quiet(do.call(anonymize, c(arguments, defaults[setdiff(names(defaults), names(arguments))])))
}

# A release.
done <- release(sensitive = "illness", suppression = "20%", title = "Persons & towns")
stopifnot(identical(done$policy, "age:1"), done$loss == 0.4, done$lower_bound == 0.4, done$is_proven_optimal,
          identical(done$termination, "complete"), done$suppressed == 0, nrow(done$frame) == 6L,
          identical(sort(unique(done$frame$age)), c("30-39", "40-49")), identical(as.data.frame(done), done$frame),
          "unprotected-sensitive" %in% done$warnings$code, report(done, "risks")$prosecutor$highest == 1 / 3,
          identical(report(done, "risks", public = TRUE)$audience, "publishable"),
          identical(summary(done)["classes", "after"], 2), grepl("Persons &amp; towns", make_page(done), fixed = TRUE))
path <- tempfile()
writeLines("old", path)
Sys.chmod(path, "644")
stopifnot(identical(make_page(done, path), paste(readLines(path, encoding = "UTF-8"), collapse = "\n")) ||
            file.size(path) == nchar(make_page(done), "bytes"))
if (.Platform$OS.type == "unix") stopifnot(identical(format(file.mode(path)), "600"))
output <- capture.output(print(done))
stopifnot(any(grepl("^records +6 +6$", capture.output(print(summary(done))))),
          identical(names(done$warnings), c("code", "column", "records", "text")))
clean <- anonymize(data.frame(age = rep(c(31, 34), 5L)), c(age = "intervals:10"), models = "k:2")
stopifnot(identical(dim(clean$warnings), c(0L, 4L)), identical(names(clean$warnings), names(done$warnings)))
stopifnot(any(grepl("Policy: age: ranges of 10", output, fixed = TRUE)), any(grepl("  Warning: ", output, fixed = TRUE)))
seen <- character()
invisible(quiet(withCallingHandlers(
  anonymize(persons, c(age = "intervals:10,20"), models = "k:3", sensitive = "illness"),
  deid_warning_unprotected_sensitive = function(condition) seen <<- c(seen, class(condition), conditionMessage(condition)))))
stopifnot(identical(seen[2:4], c("deid_warning", "warning", "condition")), grepl("'illness'", seen[5L], fixed = TRUE))

# Suggested rules, keys of columns and settings of each kind.
suggested <- quiet(anonymize(persons, c("age", town = "suppress"), models = "k:2", suppression_count = 1e5,
                             columns = list(illness = list(role = "insensitive"))))
stopifnot(identical(names(suggested$suggested), "age"), "illness" %in% names(suggested$frame),
          grepl("suppression-count=100000\n", suggested$problem, fixed = TRUE),
          identical(quiet(run(suggested$problem, persons))$loss, suggested$loss))
mixed <- quiet(anonymize(persons, list(age = list(rule = "intervals:10,20", levels = "1..1"), "town"),
                         models = c("k:1", "k:2")))
stopifnot(grepl("model=k:1;k:2\n", mixed$problem, fixed = TRUE), identical(mixed$policy, "age:1 town:1"))

# A problem as a file, as its text and as a list.
text <- "[column age]\nrole=quasi-identifying\nrule=intervals:10,20\n[models]\nmodel=k:3\n"
file <- tempfile()
writeLines(text, file)
for (problem in list(text, file, list(`column age` = list(role = "quasi-identifying", rule = "intervals:10,20"),
                                      models = list(model = "k:3")))) {
  stopifnot(identical(quiet(run(problem, persons))$policy, "age:1"))
}
csv <- tempfile()
write.csv(persons, csv, row.names = FALSE)
from_file <- quiet(run(text, input = csv))
stopifnot(identical(from_file$policy, "age:1"), length(from_file$suggested) == 0L)
typed <- quiet(run(list(input = list(input = csv), `column town` = list(role = "quasi-identifying"),
                        `column age` = list(role = "insensitive", type = "integer"), models = list(model = "k:3"))))
stopifnot(identical(sort(typed$frame$age), sort(as.integer(persons$age))))
stopifnot(inherits(tryCatch(run(list(engine = list(dialect = "sqlite", command = "sqlite3 x.db", table = "t"))),
                            error = identity), "simpleError"))

# A stored policy.
policy <- stored_policy(release())
writeLines(policy, file)
next_month <- data.frame(age = c(33, 35, 38, 99), town = c("a", "b", "a", "b"))
for (stored in c(policy, file)) {
  applied <- quiet(apply_policy(stored, next_month, suppression = 0.5, keep_order = TRUE))
  stopifnot(identical(applied$frame, data.frame(age = rep("30-39", 3L), town = c("a", "b", "a"))),
            is.null(applied$problem), applied$suppressed == 1, report(applied, "risks")$records == 3)
}
stopifnot(apply_policy(policy, next_month, suppression = "25%")$suppressed == 1)
catch("no_solution", apply_policy(policy, next_month))
catch("unknown_column", apply_policy(policy, next_month["age"]))
catch("parse", apply_policy("{}", persons))
stopifnot(inherits(tryCatch(make_page(applied), error = identity), "simpleError"),
          inherits(tryCatch(report(applied, "bias"), error = identity), "simpleError"))
hierarchy <- tempfile()
writeLines(c("a,all", "b,all"), hierarchy)
policy <- stored_policy(quiet(anonymize(data.frame(town = c("a", "a", "b", "b")),
                                        list(town = list(hierarchy = hierarchy)), models = "k:2")))
others <- data.frame(town = c("a", "a", "c", "c"))
stopifnot(nrow(quiet(apply_policy(policy, others, unknown = "suppress", suppression = 0.5))$frame) == 2L,
          nrow(quiet(apply_policy(policy, others, unknown = "top", suppression = 0.5))$frame) == 4L)
catch("parse", apply_policy(policy, others, suppression = c(0, 1)))
catch("unknown_value", apply_policy(policy, others))

# Suggestions.
suggestions <- suggest(persons)
stopifnot(identical(suggestions$columns$role[3L], "sensitive"),
          identical(names(suggestions$arguments$sensitive), "illness"),
          grepl("[column age]", suggestions$problem, fixed = TRUE), nrow(as.data.frame(suggestions)) == 3L,
          nrow(quiet(do.call(anonymize, c(list(persons, models = "k:2"), suggestions$arguments)))$frame) == 6L)
print(suggestions)
weighted <- data.frame(age = rep(30:41, 2L), income = c(1:22 * 100, -9, -9), weight = 1)
arguments <- suggest(weighted)$arguments
stopifnot(identical(arguments$sensitive$income[c("type", "missing")], list(type = "integer", missing = "-9")),
          identical(arguments$columns, list(weight = list(role = "survey-weight", type = "integer"))),
          sum(is.na(quiet(do.call(anonymize, c(list(weighted, models = "k:2"), arguments)))$frame$income)) == 2L)
# Site and number are a person together, so that k counts persons.
visits <- data.frame(site = rep(sprintf("S%d", 0:9), each = 80), number = rep(0:19, each = 4),
                     sex = rep(c("f", "m"), each = 4),
                     birth_year = rep(1950:1989, each = 4), diagnosis = sprintf("D%d", (seq_len(800) * 5L) %% 7L))
arguments <- suggest(visits)$arguments
stopifnot(report(quiet(do.call(anonymize, c(list(visits, models = "k:4"), arguments))), "risks")$persons == 200)

# Texts of reports that look like missing values or numbers.
countries <- data.frame(country = c("NA", "NA", "DE", "DE", NA, NA), Inf. = "Inf")
values <- report(quiet(anonymize(countries, c(country = "suppress", Inf. = "suppress"), models = "k:2")),
                 "distortion")$columns$values
stopifnot(setequal(values[[1L]]$value, c("NA", "DE", NA)), identical(values[[2L]]$value, "Inf"),
          identical(suggest(data.frame(`NA` = 30:59, check.names = FALSE))$columns$column, "NA"))

# A proof.
proof <- tempfile()
certify(done, proof)
proven <- verify(done$problem, proof, persons)
stopifnot(proven$loss == done$loss, identical(proven$policy, done$policy))
print(proven)
catch("certificate", verify(done$problem, proof, transform(persons, age = 1:6)))

# Conditions by code; values are shown on request.
catch("unknown_column", release(sensitive = "nosuch"))
catch("invalid_argument", release(models = "k:0"))
catch("parse", release(models = "q:5"))
catch("no_solution", release(models = "k:7"))
catch("invalid_argument", release(suppression = 2))
catch("io", release(population = "nosuch.csv"))
catch("limit_reached", release(step_limit = 1, algorithm = "exhaustive"))
catch("unknown_column", release(columns = list(nosuch = list(role = "sensitive"))))
catch("role", release(columns = list(age = list(role = "insensitive"))))
catch("role", release(quasi_identifiers = list(age = list(rule = "suppress", role = "insensitive"))))
catch("invalid_argument", release(columns = list(age = list(hierarchy = "age.csv"))))
stopifnot(grepl("twice in quasi_identifiers", catch("role", release(quasi_identifiers = c("age", "age")))))
stopifnot(!grepl("flu", catch("unknown_column", release(entity = persons$illness))))
stopifnot(grepl("in quasi_identifiers and in sensitive", catch("role", release(sensitive = "age"))))
names <- data.frame(age = c("31", "Smith"))
for (shows in c(FALSE, TRUE)) {
  message <- tryCatch(anonymize(names, c(age = "intervals:10"), models = "k:1", show_values = shows),
                      deid_error = conditionMessage)
  stopifnot(grepl("Smith", message, fixed = TRUE) == shows)
}
for (call in expression(release(keep_ordr = TRUE), release(suppression = NA), release(progress = 5), run(NULL),
                        release(interrupt = "never"), release(delimiter = ";"), release(model = "k:2"),
                        release(suppression_limit = 0.1), release(table = "x"), release(output = "x.csv"),
                        release(utility = TRUE), apply_policy(policy, others, unknown = "top", model = "k:9"),
                        anonymize(persons, "age", "k:2", NULL, NULL, NULL, 0, NULL, NULL, "stop", 5),
                        release(quasi_identifiers = list(age = list("intervals:20"))),
                        run(list(models = "k:2"), persons), run(list("k:2"), persons),
                        release(columns = c(town = "insensitive")), release(columns = "town"),
                        release(columns = list(illness = list(type = "text"), illness = list(role = "insensitive"))),
                        release(columns = list(illness = list(keep_apart = "flu", `keep-apart` = "cold"))),
                        release(keep_order = TRUE, keep_order = FALSE),
                        release(quasi_identifiers = list(c("age", "town"))),
                        release(quasi_identifiers = persons["age"]), release(models = persons),
                        release(models = list(1:2)),
                        release(quasi_identifiers = list(age = persons$age)),
                        release(time_limit = as.difftime(1, units = "mins")),
                        release(suppression_count = structure(0, class = "integer64")), report(done, NULL),
                        report(done, NA), report(done, c("risks", "warnings")), make_page(done, ""), certify(done, NA),
                        verify(done$problem, NA, persons),
                        anonymize(NULL, "age", models = "k:2"), run("[input]\ninput=a.csv\nlinked=b.csv\n"))) {
  condition <- tryCatch(eval(call), error = identity)
  if (!inherits(condition, "simpleError")) stop(deparse(call), ": ", class(condition)[1L])
}

# Settings are numbers, dates and paths as R has them.
codes <- list(age = list(missing = list(-9, as.Date("2024-01-31"))))
stopifnot(grepl("missing=-9;2024-01-31\n", release(columns = codes)$problem, fixed = TRUE))
thirds <- data.frame(a = c("x", "x", "y"))
stopifnot(quiet(anonymize(thirds, list(a = list(rule = "suppress", levels = "0")), models = "k:2",
                          suppression = 1 / 3))$suppressed == 1,
          grepl("missing=-1e+30\n", release(columns = list(age = list(missing = -1e30)))$problem, fixed = TRUE),
          grepl("seed=1000000000000000\n", release(seed = 1e15)$problem, fixed = TRUE),
          identical(release(columns = list(age = list(role = "quasi-identifying", levels = "0..1")),
                            output = NULL)$policy, "age:1"),
          grepl("'seed' is NA", tryCatch(release(seed = NA), error = conditionMessage), fixed = TRUE),
          grepl("key of a column", tryCatch(release(rule = "suppress"), error = conditionMessage), fixed = TRUE))
population <- tempfile()
write.table(data.frame(age = persons$age), population, sep = ";", row.names = FALSE)
known <- release(models = "kmap:2", population = population, delimiter = ";", progress = FALSE)
stopifnot(identical(known$policy, "age:1"),
          !grepl("~", catch("io", release(models = "kmap:2", population = "~/nosuch.csv")), fixed = TRUE))

# In a local recoding, numbers need no rule.
local <- release(quasi_identifiers = c("age", "town"), insensitive = NULL, models = "k:2", recoding = "local")
stopifnot(identical(names(local$suggested), "town"), grepl("type=integer", local$problem, fixed = TRUE))

# A saved release keeps its frame and figures, and says plainly that it keeps no more.
saveRDS(done, file)
restored <- readRDS(file)
stopifnot(identical(restored$frame, done$frame), identical(capture.output(print(restored)), output))
for (call in expression(report(restored, "risks"), make_page(restored), stored_policy(restored), summary(restored),
                        certify(restored, proof))) {
  catch("saved", eval(call))
}
broken <- done
broken$handles$result <- broken$handles$job
catch("invalid_argument", stored_policy(broken))

# Interrupts and progress, on a search that would take far longer than a test.
n <- 400L
long <- data.frame(a = (seq_len(n) * 7919L) %% 101L, b = (seq_len(n) * 104729L) %% 89L, c = (seq_len(n) * 1299709L) %% 97L)
search <- function(...) {
  quiet(anonymize(long, list(a = list(type = "integer"), b = list(type = "integer"), c = list(type = "integer")),
                  models = "k:5", generalize_by = "cuts", time_limit = "none", ...))
}
interrupter <- function() {
  is_sent <- FALSE
  function(progress) {
    if (!is.na(progress$loss) && !is_sent) {
      is_sent <<- TRUE
      tools::pskill(Sys.getpid(), tools::SIGINT)
    }
  }
}
stopifnot(identical(tryCatch(search(progress = interrupter()), interrupt = function(condition) "interrupted"),
                    "interrupted"))
best <- search(progress = interrupter(), interrupt = "best")
stopifnot(identical(best$termination, "cancelled"), best$lower_bound < best$loss, nrow(best$frame) == n)
stopifnot(identical(conditionMessage(tryCatch(search(progress = function(progress) stop("enough")), error = identity)),
                    "enough"))
shares <- numeric()
invisible(release(progress = function(progress) shares <<- c(shares, progress$share)))
stopifnot(shares[length(shares)] == 1, !is.unsorted(shares))
stopifnot(any(grepl("100%", capture.output(release(progress = TRUE)), fixed = TRUE)))

# Other processes.
if (.Platform$OS.type == "unix") {
  done <- parallel::mclapply(1:4, function(i) release()$policy, mc.cores = 2L)
  stopifnot(identical(done, as.list(rep("age:1", 4L))))
}
