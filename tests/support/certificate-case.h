/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/random-problem.h"

/* A random problem that has a solution, with its optimum found by the exhaustive search. */
typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  DeidResult *optimum;
} CertificateCase;

void certificate_case_init (CertificateCase *made, GRand *rand);
void certificate_case_clear (CertificateCase *made);

/* Makes a certificate by the random prover. Returns: its lines without line ends, to be freed with
 * g_strfreev(). */
char **certificate_case_prove (const CertificateCase *made, GRand *rand);

/* Writes lines to a file. With @seal, the last one is replaced by one that is right about the
 * others. */
void write_certificate (const char *path, const char *const *lines, gboolean seal);

/* Returns: the lines of a certificate. */
char **read_certificate (const char *path);

/* Verifies a certificate against a problem made anew. NULL with an error if it is refused. */
DeidResult *verify_certificate (const CertificateCase *made, const char *path, GError **error);

/* Checks that two results have the same policy, loss and number of suppressed records, although of
 * different lattices. */
void assert_same_optimum (DeidResult *a, DeidResult *b);
