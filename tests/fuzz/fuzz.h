/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/suite.h"

/* What fuzz targets share. A target makes something of the bytes of an input, and checks what must
 * be true whatever the bytes are, by the assertions of the tests: one that fails ends the program.
 * docs/internals/testing.md says how targets are built and run. */

/* The bytes of an input that were not taken yet. Numbers are taken from the end, so that the text
 * in front of them stays in one piece. */
typedef struct
{
  const guint8 *bytes;
  gsize n_bytes;
} Fuzz;

/* Returns: a number below @n, at most 65,536; 0 if no byte is left. */
guint fuzz_pick (Fuzz *fuzz, guint n);

/* Returns: (transfer full): the rest as a text, which ends at the first NUL. */
char *fuzz_take_text (Fuzz *fuzz);

/* Returns: (transfer full): the rest as @n texts, with lines `====` between them. Absent texts are
 * empty. */
char **fuzz_take_texts (Fuzz *fuzz, guint n);

/* Returns: (transfer none): random numbers for the makers of tests/support: those of the input, and
 * then others, which follow from all bytes of the input. Call it once for an input. */
GRand *fuzz_take_rand (Fuzz *fuzz);

/* Checks that a call either succeeded or set an error, that the message is one line, and that
 * memory did not run out. Clears the error. Returns: @succeeded. */
gboolean fuzz_check (gboolean succeeded, GError **error);

/* The same of a call that reads values of people, which no message shows: values of the corpus
 * contain the secret. */
#define FUZZ_SECRET "Zq7"
gboolean fuzz_check_secret (gboolean succeeded, GError **error);

/* Returns: (transfer full): what reads a text. */
GInputStream *fuzz_open_text (const char *text, gsize length);

/* Checks that two tables have the same columns and values. */
void fuzz_assert_same_table (const DeidDataset *a, const DeidDataset *b);

/* Defines a target: a function that takes an input called `fuzz`. libFuzzer calls the only target
 * of a program by its own name. */
#ifdef FUZZING
#define FUZZ_NAME(name) LLVMFuzzerTestOneInput
#else
#define FUZZ_NAME(name) fuzz_##name
#endif
#define FUZZ_TARGET(name)                                                                          \
  int FUZZ_NAME (name) (const guint8 *bytes, gsize n_bytes);                                       \
  static void run_##name (Fuzz *fuzz);                                                             \
  int FUZZ_NAME (name) (const guint8 *bytes, gsize n_bytes)                                        \
  {                                                                                                \
    fuzz_run (run_##name, bytes, n_bytes);                                                         \
    return 0;                                                                                      \
  }                                                                                                \
  static void run_##name (Fuzz *fuzz)

void fuzz_run (void (*target) (Fuzz *fuzz), const guint8 *bytes, gsize n_bytes);
