# SPDX-License-Identifier: LGPL-2.1-or-later
# Releases the sample table in three ways, and writes the figures and the tables for a comparison with the command.
library(deid)

arguments <- commandArgs(TRUE)
table <- utils::read.csv2(arguments[1], colClasses = c(zip = "character"), encoding = "UTF-8")
number <- function(value) sprintf("%.17g", value)

write <- function(name, release) {
  risks <- lapply(c("risks", "input_risks"), function(kind) report(release, kind))
  figures <- list(
    loss = number(release$loss), lower_bound = number(release$lower_bound), suppressed = release$suppressed,
    policy = release$policy, description = release$description, warnings = as.list(release$warnings$text),
    highest = number(sapply(risks, function(risk) risk$prosecutor$highest)),
    mean = number(sapply(risks, function(risk) risk$prosecutor$mean)),
    classes = number(sapply(risks, function(risk) risk$classes$number)))
  path <- file.path(arguments[2], name)
  writeLines(jsonlite::toJSON(figures, auto_unbox = TRUE), paste0(path, ".json"), useBytes = TRUE)
  utils::write.table(release$frame, paste0(path, ".csv"), sep = ";", na = "", row.names = FALSE, quote = FALSE)
}

suppressWarnings(classes = "deid_warning", {
  write("rules", anonymize(table, c(age = "intervals:5,10,20", zip = "prefix:4,3"), models = "k:5",
                           sensitive = "diagnosis", insensitive = "stay", suppression = 0.05))
  write("suggested", anonymize(table, c("age", "zip", "admission"), models = "k:5", entity = "patient",
                               suppression = "5%"))
  factors <- table
  factors[] <- lapply(table, function(column) if (is.character(column)) factor(column) else column)
  factors$admission <- as.Date(table$admission)
  write("settings", anonymize(
    factors, list(age = list(rule = "intervals:5,10", levels = "1..2"), zip = "prefix:4,3"), models = c("k:5", "dl:2"),
    sensitive = "diagnosis", columns = list(insurance = list(role = "insensitive")), suppression_count = 100,
    keep_order = TRUE, algorithm = "flash"))
  write("problem", run(arguments[3]))
})
