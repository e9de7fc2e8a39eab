/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

/* How often each value of a sensitive attribute occurs in a class, in records. */
typedef struct
{
  guint32 n_values;
  guint32 *values; /* ascending */
  guint64 *counts; /* of each value */
} DeidDistribution;

typedef struct DeidClassReader DeidClassReader;

/* What a model sees of an equivalence class. */
struct DeidClass
{
  guint64 n_records;
  guint64 n_population;
  gboolean has_population;
  gboolean is_suppressed; /* as far as the one who is asked may know */
  guint64 min_records;    /* of a class that is kept, or 0 if it is not told */
  guint n_attributes;     /* quasi-identifiers, or 0 if there is neither reader nor labels */
  guint n_sensitive;      /* attributes of the model that is asked */
  const guint *places;    /* for each of these the judged column it is */

  DeidClassReader *reader; /* which reads the rest when it is asked for, or NULL: */
  guint32 number;          /* of the class it reads */

  guint64 n_persons;
  const DeidDistribution *distributions; /* of each judged column */
  const char *const *labels;             /* of each quasi-identifier */
  const guint64 *n_covered;              /* leaves, by each of these; or NULL */
  const guint32 *label_numbers;          /* of each of these, if the class has records */
  const guint *levels;                   /* of each */
};

/* Fails with %DEID_ERROR_NO_MEMORY if a slot asked for a label that there was no memory for. */
gboolean deid_class_check_labels (const DeidClass *eq_class, GError **error);
