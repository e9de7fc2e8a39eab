/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for released records that share their labels with others, but are unique once other columns
 * are known as well: the unprotected columns, which no model judges, or all columns. */
#include "base/memory.h"
#include "report/released-groups.h"
#include "report/warnings-private.h"

#define N_NAMED 3

/* A share of the released records that are unique by all columns is high from one in five on. */
#define HIGH_SHARE 5

/* What is counted, and by which columns of the release. */
typedef struct
{
  DeidReleasedGroups groups;
  guint8 *is_used; /* of each column of the release */
  guint n_used;
  guint n_beside; /* columns whose values labels do not tell */
} WarnUniqueCount;

/* Tells whether values are released as they are, whatever the models say. */
static gboolean
is_unguarded (const DeidWarningScan *scan, guint number)
{
  const DeidColumn *column = &scan->table->columns[number];

  return (column->role == DEID_ROLE_INSENSITIVE || deid_warning_scan_is_unprotected (scan, number))
         && deid_lattice_find_attribute (scan->problem->lattice, column->name) == NULL;
}

/* Returns: the released records of classes that are one person's. */
static guint64
count_alone (const DeidPartition *partition)
{
  guint64 n = 0;

  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number] && deid_partition_get_size (partition, number) == 1)
      n += partition->records[number];
  return n;
}

/* Chooses the columns that no model looks at, or all. */
static void
warn_unique_choose (WarnUniqueCount *count, const DeidWarningScan *scan, gboolean is_of_all)
{
  count->n_used = count->n_beside = 0;
  for (guint c = 0; c < count->groups.columns.n; c++)
    {
      const DeidColumn *source = count->groups.columns.items[c].source;
      const gboolean is_beside = deid_released_groups_is_beside (&count->groups, c);

      count->is_used[c]
          = is_beside
            && (is_of_all || is_unguarded (scan, (guint) (source - scan->table->columns)));
      count->n_used += count->is_used[c];
      count->n_beside += is_beside ? 1 : 0;
    }
}

/* Returns: one of the columns that are used. */
static const char *
name_columns (const WarnUniqueCount *count, DeidLongText *text)
{
  const char *name = NULL;
  guint n_named = 0;

  for (guint c = 0; c < count->groups.columns.n && n_named < N_NAMED; c++)
    if (count->is_used[c])
      {
        name = count->groups.columns.items[c].source->name;
        deid_long_text_add (text, "%s '%s'", n_named++ > 0 ? "," : "",
                            deid_column_show (count->groups.columns.items[c].source));
      }
  if (count->n_used > n_named)
    deid_long_text_add (text, " and %u more", count->n_used - n_named);
  return name;
}

/* Returns: which records would make a record less than unique. */
static const char *
get_other (const DeidWarningScan *scan)
{
  return scan->table->entities != NULL ? "record of another person" : "other record";
}

static gboolean
warn_unique_warn_of_unprotected (const DeidWarningScan *scan, const WarnUniqueCount *count,
                                 guint64 n_unique, GError **error)
{
  DeidLongText text = { 0 };
  const char *only = NULL;
  const guint n_columns = count->n_used;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " released records share their labels with others, but no %s has the same "
                      "labels and the same values of the unprotected column%s",
                      n_unique, scan->n_released, get_other (scan), n_columns == 1 ? "" : "s");
  only = name_columns (count, &text);
  deid_long_text_add (&text, ": somebody who knows such values of a person can find the record");
  return deid_warning_scan_add (scan, DEID_WARNING_UNIQUE_BY_INSENSITIVE,
                                n_columns == 1 ? only : NULL, n_unique, &text, error);
}

static gboolean
warn_of_all (const DeidWarningScan *scan, const WarnUniqueCount *count, guint64 n_unique,
             GError **error)
{
  DeidLongText text = { 0 };
  const char *only;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " released records are unique by all that is released: no %s has the same "
                      "quasi-identifiers and",
                      n_unique, scan->n_released, get_other (scan));
  only = name_columns (count, &text);
  deid_long_text_add (&text, ". Class sizes limit only what the quasi-identifiers reveal");
  return deid_warning_scan_add (scan, DEID_WARNING_UNIQUE_BY_RELEASE,
                                count->n_used == 1 ? only : NULL, n_unique, &text, error);
}

/* Counts by the labels and the columns that no model looks at. */
static gboolean
count_unprotected (WarnUniqueCount *count, const DeidWarningScan *scan, guint64 *n_unique,
                   GError **error)
{
  DeidReleasedUniques uniques = { 0 };

  warn_unique_choose (count, scan, FALSE);
  if (count->n_used > 0
      && !deid_released_groups_count (&count->groups, count->is_used, &uniques, error))
    return FALSE;
  *n_unique = uniques.n_of_one_person;
  return TRUE;
}

static gboolean
check_unprotected (WarnUniqueCount *count, const DeidWarningScan *scan, GError **error)
{
  const guint64 n_alone = count_alone (scan->partition);
  guint64 n_unique;

  return count_unprotected (count, scan, &n_unique, error)
         && (n_unique <= n_alone
             || warn_unique_warn_of_unprotected (scan, count, n_unique - n_alone, error));
}

/* Where the columns that no model looks at tell as many records, the first warning has said it. */
static gboolean
check_all (WarnUniqueCount *count, const DeidWarningScan *scan, GError **error)
{
  DeidReleasedUniques uniques;
  guint64 n_unprotected;

  if (!count_unprotected (count, scan, &n_unprotected, error))
    return FALSE;
  if (count->n_used == count->n_beside)
    return TRUE;
  warn_unique_choose (count, scan, TRUE);
  return deid_released_groups_count (&count->groups, count->is_used, &uniques, error)
         && (uniques.n_of_one_person <= n_unprotected
             || uniques.n_of_one_person < (scan->n_released + HIGH_SHARE - 1) / HIGH_SHARE
             || warn_of_all (scan, count, uniques.n_of_one_person, error));
}

static gboolean
run_check (gboolean (*check) (WarnUniqueCount *count, const DeidWarningScan *scan, GError **error),
           const DeidWarningScan *scan, GError **error)
{
  WarnUniqueCount count = { .n_used = 0 };
  const gboolean success
      = deid_released_groups_init (&count.groups, scan->partition, scan->problem->release_options,
                                   scan->stop, error)
        && (count.is_used = deid_alloc (count.groups.columns.n, 1, error)) != NULL
        && check (&count, scan, error);

  deid_released_groups_clear (&count.groups);
  g_free (count.is_used);
  return success;
}

gboolean
deid_warn_of_unique_records (const DeidWarningScan *scan, GError **error)
{
  return run_check (check_unprotected, scan, error);
}

gboolean
deid_warn_of_unique_by_release (const DeidWarningScan *scan, GError **error)
{
  return run_check (check_all, scan, error);
}
