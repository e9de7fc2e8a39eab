/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "job/job-private.h"

#include <string.h>

#include "base/memory.h"
#include "base/key-file.h"
#include "base/text.h"
#include "job/job-keys.h"
#include "table/linked-tables.h"

#define ROLE_OF(number) (1u << (number))
#define ROLES_OF_HIERARCHIES                                                                       \
  (ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING) | ROLE_OF (DEID_ROLE_SENSITIVE)                           \
   | ROLE_OF (DEID_ROLE_JUDGED))
#define ROLES_OF_GROUPS                                                                            \
  (ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING) | ROLE_OF (DEID_ROLE_SENSITIVE)                           \
   | ROLE_OF (DEID_ROLE_INSENSITIVE) | ROLE_OF (DEID_ROLE_JUDGED))

/* Which roles use a key; in others it does nothing, and no option may state it. */
static const guint roles_with[DEID_JOB_N_COLUMN_KEYS] = {
  [DEID_JOB_COLUMN_SEPARATOR] = ROLES_OF_HIERARCHIES,
  [DEID_JOB_COLUMN_RULE] = ROLES_OF_HIERARCHIES,
  [DEID_JOB_COLUMN_HIERARCHY] = ROLES_OF_HIERARCHIES,
  [DEID_JOB_COLUMN_HIERARCHY_HEADER] = ROLES_OF_HIERARCHIES,
  [DEID_JOB_COLUMN_UNEVEN] = ROLES_OF_HIERARCHIES,
  [DEID_JOB_COLUMN_SUPPRESSED] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_KIND] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_SET_SIZE] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_LEVELS] = ROLES_OF_HIERARCHIES,
  [DEID_JOB_COLUMN_KEEP_APART] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_KEEP_TOGETHER] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_MAX_BLOCKS] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_WEIGHT] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_BIN_MEAN] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING),
  [DEID_JOB_COLUMN_MICROAGGREGATE] = ROLE_OF (DEID_ROLE_QUASI_IDENTIFYING)
                                     | ROLE_OF (DEID_ROLE_SENSITIVE)
                                     | ROLE_OF (DEID_ROLE_INSENSITIVE),
  [DEID_JOB_COLUMN_LIMIT] = ROLES_OF_GROUPS,
  [DEID_JOB_COLUMN_GROUP_WEIGHT] = ROLES_OF_GROUPS,
};

static const DeidJobKey *
job_columns_get_key (DeidJobColumnKey key)
{
  return &deid_job_keys[deid_job_n_keys - DEID_JOB_N_COLUMN_KEYS + key];
}

/* The higher goes first: 0 of the section of all columns, then globs by their order, then names. */
static guint64
get_rank (const DeidJobColumns *columns, const DeidJobSection *section)
{
  if (section->column != NULL)
    return G_MAXUINT64;
  return g_str_equal (section->name, DEID_JOB_ALL_COLUMNS)
             ? 0
             : (guint64) (section - columns->statement->sections) + 1;
}

static void
take_settings (DeidJobColumns *columns, guint64 column, const DeidJobSection *section)
{
  const guint64 rank = get_rank (columns, section);

  for (guint k = 0; k < DEID_JOB_N_COLUMN_KEYS; k++)
    {
      DeidJobColumnSetting *setting = &columns->columns[column].settings[k];
      const DeidJobEntry *entry
          = deid_job_section_find (section, job_columns_get_key ((DeidJobColumnKey) k));

      if (entry != NULL && (setting->entry == NULL || rank >= get_rank (columns, setting->section)))
        *setting = (DeidJobColumnSetting){ entry, section };
    }
  if (section->column != NULL)
    columns->columns[column].own = section;
}

/* The same by the name of a column, if the table has it. */
static void
take_settings_of (DeidJobColumns *columns, const DeidDataset *dataset, const char *name,
                  const DeidJobSection *section)
{
  guint column;

  if (deid_dataset_find_column (dataset, name, &column, NULL))
    take_settings (columns, column, section);
}

static gboolean
fail_in_section (const DeidJobSection *section, const char *key, GError **error)
{
  const DeidJobEntry *entry = section->n_entries > 0 ? &section->entries[0] : NULL;
  const gboolean has_entry = section->source == NULL && entry != NULL;

  deid_job_place_error (has_entry ? entry->source : section->source,
                        has_entry ? entry->line : section->line, section->name, key, NULL, error);
  return FALSE;
}

static gboolean
match_columns (DeidJobColumns *columns, const DeidJobSection *section, const DeidDataset *dataset,
               const DeidDataset *whole, GCancellable *cancellable, GError **error)
{
  const char *glob = section->name + strlen ("column ");
  gboolean is_any = g_str_equal (glob, "*");

  for (guint c = 0; c < deid_dataset_get_n_columns (whole); c++)
    {
      const char *name = deid_dataset_get_column_name (whole, c);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!deid_section_name_matches (glob, name))
        continue;
      take_settings_of (columns, dataset, name, section);
      is_any = TRUE;
    }
  if (is_any)
    return TRUE;
  deid_fail (error, DEID_ERROR_UNKNOWN_COLUMN, "no column of the table fits");
  return fail_in_section (section, NULL, error);
}

/* Returns: (transfer full) (nullable): the columns that a section combines, if it combines any: by
 * its key, or by signs in its name if it is judged or the entity. */
static char **
job_columns_list_parts (const DeidJobSection *section)
{
  const DeidJobEntry *joint
      = deid_job_section_find (section, job_columns_get_key (DEID_JOB_COLUMN_JOINT));
  const DeidJobEntry *role
      = deid_job_section_find (section, job_columns_get_key (DEID_JOB_COLUMN_ROLE));

  if (joint != NULL)
    return deid_job_value_split (joint->text);
  return role != NULL && strchr (section->column, '+') != NULL
                 && (g_str_equal (role->text, "judged") || g_str_equal (role->text, "entity"))
             ? g_strsplit (section->column, "+", -1)
             : NULL;
}

static gboolean
add_named (DeidJobColumns *columns, const DeidJobSection *section, const DeidDataset *dataset,
           const DeidDataset *whole, GError **error)
{
  const DeidJobEntry *joint
      = deid_job_section_find (section, job_columns_get_key (DEID_JOB_COLUMN_JOINT));
  g_auto (GStrv) parts = NULL;

  if (deid_dataset_find_column (whole, section->column, NULL, NULL))
    {
      take_settings_of (columns, dataset, section->column, section);
      if (joint == NULL)
        return TRUE;
      deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN,
                 "the table has a column of this name, expected another one");
      return fail_in_section (section, "joint", error);
    }
  parts = job_columns_list_parts (section);
  if (parts == NULL)
    {
      deid_dataset_find_column (whole, section->column, NULL, error);
      return fail_in_section (section, NULL, error);
    }
  if (!deid_grow ((gpointer *) &columns->columns, &columns->capacity, columns->n + 1,
                  sizeof *columns->columns, error))
    return FALSE;
  columns->columns[columns->n] = (DeidJobColumn){ .parts = g_steal_pointer (&parts) };
  take_settings (columns, columns->n++, section);
  return TRUE;
}

gboolean
deid_job_columns_names (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key)
{
  const DeidJobColumnSetting *setting = &columns->columns[column].settings[key];

  return setting->entry != NULL && setting->section->column != NULL;
}

/* Tells whether an option, not a file, states a setting of just this column. */
static gboolean
is_option (const DeidJobColumnSetting *setting)
{
  return setting->entry != NULL && setting->entry->source != NULL && setting->entry->line == 0
         && setting->section->column != NULL;
}

/* Tells whether a key of columns does something in the role of a column. */
static gboolean
job_columns_is_used (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key)
{
  const DeidRole role = deid_job_columns_get_role (columns, column);

  return roles_with[key] == 0 || (roles_with[key] & ROLE_OF (role)) != 0;
}

static const char *
name_roles (guint key)
{
  switch (key)
    {
    case DEID_JOB_COLUMN_SEPARATOR:
    case DEID_JOB_COLUMN_RULE:
    case DEID_JOB_COLUMN_HIERARCHY:
    case DEID_JOB_COLUMN_HIERARCHY_HEADER:
    case DEID_JOB_COLUMN_UNEVEN:
    case DEID_JOB_COLUMN_LEVELS:
      return "quasi-identifying, sensitive or judged";
    case DEID_JOB_COLUMN_LIMIT:
    case DEID_JOB_COLUMN_GROUP_WEIGHT:
      return "quasi-identifying, sensitive, insensitive or judged";
    case DEID_JOB_COLUMN_MICROAGGREGATE:
      return "quasi-identifying, sensitive or insensitive";
    default:
      return "quasi-identifying";
    }
}

static gboolean
limits_groups (guint key)
{
  return key == DEID_JOB_COLUMN_LIMIT || key == DEID_JOB_COLUMN_GROUP_WEIGHT;
}

/* Files keep what a role has no use for, so that the role alone needs to be edited. An option is
 * for one run, in which it would do nothing: that is a mistake. */
static gboolean
check_uses (const DeidJobColumns *columns, guint64 column, gboolean tells_tables, GError **error)
{
  for (guint k = 0; k < DEID_JOB_N_COLUMN_KEYS; k++)
    {
      const DeidJobColumnSetting *setting = &columns->columns[column].settings[k];

      if (job_columns_is_used (columns, column, (DeidJobColumnKey) k) || !is_option (setting)
          || (tells_tables && limits_groups (k)))
        continue;
      deid_fail (error, DEID_ERROR_ROLE, "column '%s' does not have the role %s",
                 DEID_SHOW (setting->section->column), name_roles (k));
      return deid_job_columns_prefix (columns, column, (DeidJobColumnKey) k, error);
    }
  return TRUE;
}

gboolean
deid_job_columns_uses (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key)
{
  const guint roles = roles_with[key];

  return roles == 0 || (roles & ROLE_OF (deid_job_columns_get_role (columns, column))) != 0;
}

static gboolean
read_sections (DeidJobColumns *columns, const DeidDataset *dataset, const DeidDataset *whole,
               GCancellable *cancellable, GError **error)
{
  guint tables = G_MAXUINT;

  if (deid_linked_tables_get (dataset) != NULL)
    deid_dataset_find_column (dataset, DEID_TABLE_COLUMN, &tables, NULL);
  for (guint64 i = 0; i < columns->statement->n; i++)
    {
      const DeidJobSection *section = &columns->statement->sections[i];

      if (!g_str_has_prefix (section->name, "column "))
        continue;
      if (!(section->column != NULL
                ? add_named (columns, section, dataset, whole, error)
                : match_columns (columns, section, dataset, whole, cancellable, error)))
        return FALSE;
    }
  for (guint64 c = 0; c < columns->n; c++)
    if (!check_uses (columns, c, c == tables, error))
      return FALSE;
  return TRUE;
}

/* The column that tells linked tables apart is never generalized, and has the least weight that a
 * column can have. Limits of its groups remain: they limit the tables. */
static void
settle_tables (DeidJobColumns *columns, const DeidJob *job, const DeidDataset *dataset)
{
  static const struct
  {
    DeidJobColumnKey key;
    const char *text;
  } stated[] = { { DEID_JOB_COLUMN_ROLE, "quasi-identifying" },
                 { DEID_JOB_COLUMN_RULE, "suppress" },
                 { DEID_JOB_COLUMN_KIND, "levels" },
                 { DEID_JOB_COLUMN_LEVELS, "0" },
                 { DEID_JOB_COLUMN_WEIGHT, "1e-9" } };
  static DeidJobEntry entries[G_N_ELEMENTS (stated)];
  static gsize once;
  DeidJobColumnSetting *settings;
  guint column;

  if (!deid_job_is_set (job, "input", "linked")
      || !deid_dataset_find_column (dataset, DEID_TABLE_COLUMN, &column, NULL))
    return;
  if (g_once_init_enter (&once))
    {
      for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
        entries[i] = (DeidJobEntry){ .key = job_columns_get_key (stated[i].key),
                                     .text = (char *) stated[i].text };
      g_once_init_leave (&once, 1);
    }
  settings = columns->columns[column].settings;
  for (guint k = 0; k < DEID_JOB_N_COLUMN_KEYS; k++)
    if (!limits_groups (k))
      settings[k] = (DeidJobColumnSetting){ NULL, NULL };
  for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
    settings[stated[i].key]
        = (DeidJobColumnSetting){ &entries[i],
                                  deid_job_statement_find (columns->statement, "input") };
}

gboolean
deid_job_columns_init (DeidJobColumns *columns, const DeidJob *job, const DeidDataset *dataset,
                       const DeidDataset *whole, GCancellable *cancellable, GError **error)
{
  *columns
      = (DeidJobColumns){ .statement = &job->statement, .n = deid_dataset_get_n_columns (dataset) };
  columns->capacity = columns->n;
  columns->columns = deid_alloc (columns->n, sizeof *columns->columns, error);
  if (columns->columns != NULL && read_sections (columns, dataset, whole, cancellable, error))
    {
      settle_tables (columns, job, dataset);
      return TRUE;
    }
  deid_job_columns_clear (columns);
  return FALSE;
}

void
deid_job_columns_clear (DeidJobColumns *columns)
{
  for (guint64 c = 0; columns->columns != NULL && c < columns->n; c++)
    g_strfreev (columns->columns[c].parts);
  g_clear_pointer (&columns->columns, g_free);
  columns->n = 0;
}

DeidRole
deid_job_columns_get_role (const DeidJobColumns *columns, guint64 column)
{
  const DeidJobEntry *entry = deid_job_columns_get (columns, column, DEID_JOB_COLUMN_ROLE);

  if (entry == NULL)
    return columns->columns[column].parts != NULL ? DEID_ROLE_JUDGED : DEID_ROLE_IDENTIFYING;
  return (DeidRole) deid_job_value_find_word (entry->key, entry->text);
}

const DeidJobEntry *
deid_job_columns_get (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key)
{
  return columns->columns[column].settings[key].entry;
}

int
deid_job_columns_find_word (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key)
{
  const DeidJobEntry *entry = deid_job_columns_get (columns, column, key);

  return entry != NULL && job_columns_is_used (columns, column, key)
             ? deid_job_value_find_word (entry->key, entry->text)
             : 0;
}

gboolean
deid_job_columns_get_hierarchy (const DeidJobColumns *columns, guint64 column,
                                const DeidJobEntry **entry, GError **error)
{
  const DeidJobColumnSetting *settings = columns->columns[column].settings;
  const DeidJobColumnSetting *rule = &settings[DEID_JOB_COLUMN_RULE];
  const DeidJobColumnSetting *file = &settings[DEID_JOB_COLUMN_HIERARCHY];

  if (rule->entry == NULL || file->entry == NULL)
    {
      *entry = rule->entry != NULL ? rule->entry : file->entry;
      return TRUE;
    }
  *entry = get_rank (columns, rule->section) > get_rank (columns, file->section) ? rule->entry
                                                                                 : file->entry;
  if (rule->section != file->section)
    return TRUE;
  deid_fail (error, DEID_ERROR_PARSE, "the section has a hierarchy too, expected one of the two");
  return deid_job_columns_prefix (columns, column, DEID_JOB_COLUMN_RULE, error);
}

typedef struct
{
  const DeidJobSection *section;
  guint column;
} JobColumnsPlace;

static int
job_columns_compare_places (gconstpointer a, gconstpointer b)
{
  const JobColumnsPlace *p = a, *q = b;

  if (p->section != q->section)
    return p->section < q->section ? -1 : 1;
  return p->column < q->column ? -1 : p->column > q->column;
}

guint *
deid_job_columns_list (const DeidJobColumns *columns, DeidRole role, guint *n, GError **error)
{
  g_autofree JobColumnsPlace *places = deid_alloc (columns->n, sizeof *places, error);
  guint *numbers = places != NULL ? deid_alloc (columns->n, sizeof *numbers, error) : NULL;

  if (numbers == NULL)
    return NULL;
  *n = 0;
  for (guint64 c = 0; c < columns->n; c++)
    if (deid_job_columns_get_role (columns, c) == role)
      {
        const DeidJobColumn *column = &columns->columns[c];
        const DeidJobSection *giver = column->settings[DEID_JOB_COLUMN_ROLE].section;

        places[(*n)++] = (JobColumnsPlace){ giver != NULL ? giver : column->own, (guint) c };
      }
  qsort (places, *n, sizeof *places, job_columns_compare_places);
  for (guint i = 0; i < *n; i++)
    numbers[i] = places[i].column;
  return numbers;
}

gboolean
deid_job_columns_prefix (const DeidJobColumns *columns, guint64 column, DeidJobColumnKey key,
                         GError **error)
{
  const DeidJobColumnSetting *setting = &columns->columns[column].settings[key];

  if (setting->entry != NULL)
    deid_job_place_error (setting->entry->source, setting->entry->line, setting->section->name,
                          job_columns_get_key (key)->name, NULL, error);
  return FALSE;
}
