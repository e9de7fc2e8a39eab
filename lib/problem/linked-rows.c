/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "problem/linked-rows.h"

#include "base/memory.h"
#include "base/text.h"
#include "lattice/lattice-private.h"
#include "problem/problem-private.h"
#include "problem/release-options-private.h"
#include "table/dataset-view.h"

const char *
deid_problem_get_persons_column (const DeidProblem *problem, const DeidPrivacyModel *model)
{
  const DeidColumn *entities = deid_dataset_get_entities (problem->lattice->dataset);

  if (model->funcs->persons.k == 0)
    return NULL;
  return model->n_sensitive > 0 ? model->sensitive[0] : entities != NULL ? entities->name : NULL;
}

gboolean
deid_problem_judges_persons (const DeidProblem *problem)
{
  for (guint i = 0; i < problem->models->len; i++)
    if (((const DeidPrivacyModel *) problem->models->pdata[i])->funcs->persons.k > 0)
      return TRUE;
  return FALSE;
}

/* Models of other columns do not count: their groups may have only some of the rows. */
gboolean
deid_problem_judges_links (const DeidProblem *problem, const DeidColumn *persons, guint *n_known)
{
  gboolean judges = FALSE, knows_all = FALSE;

  *n_known = 0;
  for (guint i = 0; i < problem->models->len; i++)
    {
      const DeidPrivacyModel *model = problem->models->pdata[i];
      const DeidPersonsCondition *condition = &model->funcs->persons;

      if (condition->k < 2 || condition->n_known == 1
          || g_strcmp0 (deid_problem_get_persons_column (problem, model), persons->name) != 0)
        continue;
      judges = TRUE;
      knows_all |= condition->n_known == 0;
      *n_known = MAX (*n_known, condition->n_known);
    }
  if (knows_all)
    *n_known = 0;
  return judges;
}

/* Tells whether two rows are of one person. Rows of nobody are not linked. */
static gboolean
has_linked_rows (const DeidColumn *persons, gboolean *has_some, const DeidStop *stop,
                 GError **error)
{
  g_autofree guint8 *seen = deid_alloc (persons->dictionary.n, sizeof *seen, error);

  *has_some = FALSE;
  for (guint64 row = 0; seen != NULL && row < persons->codes.n; row++)
    {
      const guint32 person = deid_codes_get (&persons->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      *has_some |= seen[person] && person != persons->dictionary.missing;
      seen[person] = TRUE;
    }
  return seen != NULL;
}

gboolean
deid_problem_check_linked_rows (const DeidProblem *problem, const DeidReleaseOptions *options,
                                const DeidStop *stop, GError **error)
{
  const DeidDataset *dataset = problem->lattice->dataset;
  const DeidColumn *other = NULL;

  for (guint c = 0; options->n_pseudonyms > 0 && c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *persons = deid_dataset_get_column (dataset, c);
      gboolean has_some;
      guint n_known;

      if (deid_release_options_find_pseudonym (options, persons) == NULL)
        continue;
      if (!has_linked_rows (persons, &has_some, stop, error))
        return FALSE;
      if (!has_some)
        continue;
      if (!deid_problem_judges_links (problem, persons, &n_known))
        return deid_fail (
            error, DEID_ERROR_INVALID_ARGUMENT,
            "column '%s': pseudonyms link the rows of each value, but no privacy model judges "
            "these rows together, expected a model such as persons:5%s or persons:5:2%s, or one "
            "row for each value",
            deid_column_show (persons), persons->role == DEID_ROLE_ENTITY ? "" : "@COLUMN",
            persons->role == DEID_ROLE_ENTITY ? "" : "@COLUMN");
      if (other != NULL)
        return deid_fail (
            error, DEID_ERROR_INVALID_ARGUMENT,
            "columns '%s' and '%s': pseudonyms of both tell which rows of a group belong to one "
            "person, and no privacy model judges that, expected pseudonyms of one column, or one "
            "row of each person, as with max-rows=1",
            deid_column_show (other), deid_column_show (persons));
      other = persons;
    }
  return TRUE;
}
