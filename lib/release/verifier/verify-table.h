/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "privacy/prepared-models.h"
#include "release/verifier/verify-private.h"

/* A class as conditions on the whole table see it. */
typedef struct
{
  guint64 n_records;
  guint64 n_persons;
  guint64 n_population;
  const guint32 *rows; /* of the input */
  guint64 n_rows;
} DeidTableClass;

/* The classes of the input that pass every model by themselves. */
typedef struct
{
  DeidTableClass *kept;
  guint32 n_kept;
  DeidTableClass *withheld;
  guint32 n_withheld;
  guint64 *sizes; /* room for one number a kept class and one more */
  guint64 *populations;
} DeidPlainTable;

/* @n is the number of classes at most. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_plain_table_init (DeidPlainTable *table, guint64 n, GError **error);
void deid_plain_table_clear (DeidPlainTable *table);

/* Tells whether some model withholds classes for a condition on the table. */
gboolean deid_plain_table_may_withhold (const DeidPreparedModels *models);

/* Checks that the kept classes meet the conditions of all models on the table, that no class was
 * withheld before one that comes earlier in the order of some model, and, if there is one order
 * only, that one class less would not have been enough. Of models that name classes it checks what
 * deid_verify_named() says. */
gboolean deid_verify_table (const DeidVerification *verification, const DeidPreparedModels *models,
                            DeidPlainTable *table, guint64 n_withheld, GError **error);
