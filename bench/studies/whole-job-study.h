/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "../measure.h"
#include "../search-problem.h"

#include <glib.h>

/* Writes a table of @n_rows rows, which are those of the table at @source, from the first one on,
 * again and again. Both files have semicolons between fields and no quotes.
 *
 * Plain copies would bring no new combination of values. So in a copy that is not the first every
 * eighth row takes one field from another row, as many rows below as there are copies before:
 * combinations become more, a little, and values do not. */
gboolean write_rows (const char *source, guint64 n_rows, const char *path, GError **error);

/* What is timed: each phase of a job, all phases together, the tool that does the same, and
 * yardsticks. */
typedef enum
{
  WHOLE_LOAD, /* the table; hierarchies, too */
  WHOLE_SEARCH,
  WHOLE_APPLY,
  WHOLE_VERIFY,
  WHOLE_WRITE,
  WHOLE_JOB,
  WHOLE_PROCESS, /* deid run, its report included */
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

/* The medians of the runs with one number of rows and threads. */
typedef struct
{
  guint64 n_rows;
  guint n_threads;
  WholeTime steps[WHOLE_N_STEPS];
  WholeCounts counts;
} WholeRun;

typedef struct
{
  Table table;     /* what rows are taken from */
  char *name;      /* of the table, without folder and ending */
  GArray *rows;    /* of guint64 */
  GArray *threads; /* of guint64, the first one 1 */
  guint n_repeats;
  const char *tool; /* deid run, or NULL */
} WholeScope;

/* All that was measured. */
typedef struct
{
  const WholeScope *scope;
  GArray *runs; /* of WholeRun, by rows, then by threads */
} WholeStudy;

/* Measures, and prints each run as it comes. Fails with %DEID_ERROR_VERIFICATION unless all numbers
 * of threads release the same bytes. */
gboolean whole_study_run (WholeStudy *study, const WholeScope *scope, GError **error);
void whole_study_clear (WholeStudy *study);

const WholeRun *whole_study_get_run (const WholeStudy *study, guint i);

/* Returns: how many times faster than with one thread, NAN if not measured. */
double whole_study_get_speed_up (const WholeStudy *study, guint run, WholeStep step);

/* Returns: the exponent of rows that the processor time of a step grows by, the slope of least
 * squares between logarithms, from 100,000 rows on; NAN with fewer than two numbers of rows. */
double whole_study_get_exponent (const WholeStudy *study, guint n_threads, WholeStep step);
