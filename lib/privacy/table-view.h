/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

#include "base/arrays.h"
#include "base/work.h"
#include "base/rational.h"

struct DeidClassSize
{
  guint64 size;         /* in persons */
  guint64 n_population; /* in records of the population, or the size if there is none to be seen,
                         * of which a host is told 0 */
  gboolean has_population;
};

struct DeidTableView
{
  guint64 n_records;
  guint64 n_suppressed;
  guint64 n_persons;
  guint32 n_classes;
  const guint64 *sizes;       /* of each released class, in persons */
  const guint64 *populations; /* of each, in records of the population, or NULL */
  gboolean has_population;    /* that the model sees */
  DeidWide sum;               /* of the terms of these classes, for models that sum */
  const DeidStop *stop;       /* when to give up, or NULL */

  /* For models that name classes. */
  guint n_attributes;
  const guint32 *labels;        /* for each attribute a number for the label of each class */
  const guint32 *persons;       /* of each class as many as its size, or NULL without entities */
  const guint64 *first_persons; /* of each class where these begin */
  guint8 *named;                /* whether each class was named, or NULL */

  /* Gives the text of the label of a class, NULL of a missing one. */
  const char *(*get_text) (gconstpointer source, guint attribute, guint32 class_number);
  gconstpointer text_source;
};

/* Counts the records of some classes, or the persons in any of them. @persons and @scratch have
 * room for all persons of the table; without entities they may be NULL. */
guint64 deid_table_view_count_members (const DeidTableView *table, const DeidKeyedNumber *classes,
                                       guint64 n, DeidKeyedNumber *persons,
                                       DeidKeyedNumber *scratch);
