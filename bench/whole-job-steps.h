/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "measure.h"
#include "search-problem.h"

/* What takes time: the phases of a job, all of them, the tool that does the same, and
 * yardsticks. */
typedef enum
{
  WHOLE_LOAD, /* the table; hierarchies, too */
  WHOLE_SEARCH,
  WHOLE_APPLY,
  WHOLE_VERIFY,
  WHOLE_WRITE,
  WHOLE_JOB,
  WHOLE_PROCESS, /* deid-anonymize, its report included */
  WHOLE_COPY,    /* the bytes of the file, in memory */
  WHOLE_SCAN,    /* the same bytes, for ends of lines */
  WHOLE_DUCKDB_READ,
  WHOLE_DUCKDB_GROUP,
  WHOLE_N_STEPS
} WholeStep;

extern const char *const whole_step_names[WHOLE_N_STEPS];

/* Each is NAN for what was not measured. */
typedef struct
{
  double cpu;    /* seconds, of all threads */
  double wall;   /* seconds */
  double memory; /* peak of the process so far, in bytes */
} WholeTime;

/* What must not depend on the machine. */
typedef struct
{
  guint64 n_evaluated; /* with several threads it depends on who was first */
  guint64 n_classes;
  guint64 n_suppressed;
  double loss;
  guint64 n_bytes;
  char digest[65]; /* SHA-256 of the released file */
} WholeCounts;

/* One job; plain memory, since it comes from another process. */
typedef struct
{
  WholeTime steps[WHOLE_N_STEPS];
  WholeCounts counts;
} WholeSample;

/* What to do, and where. */
typedef struct
{
  Table table;        /* its file has the rows that are asked for */
  const char *source; /* what they are made of */
  char *release;      /* the file to write */
  const char *tool;
  guint64 n_rows;
  guint n_threads;
} WholeCase;

/* Each measures some steps and puts them at @sample, which is a WholeSample; of type Work, so that
 * each has a process of its own. */
gboolean whole_do_job (gconstpointer the_case, gpointer sample, GError **error);
gboolean whole_pass_over_bytes (gconstpointer the_case, gpointer sample, GError **error);
gboolean whole_ask_duckdb (gconstpointer the_case, gpointer sample, GError **error);

/* Runs the tool, which is a process of its own anyway. */
gboolean whole_run_tool (const WholeCase *the_case, WholeTime *time, GError **error);

/* Returns: (transfer full): the names of the quasi-identifiers, with @separator between them. */
char *whole_list_columns (const Table *table, const char *separator, GError **error);

/* Begins to measure a step. */
WholeTime whole_time_start (void);

/* Puts what it took since then, and memory, in its place. */
void whole_time_stop (WholeTime *time);
