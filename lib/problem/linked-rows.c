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

/* A person of another column may have only some of the rows of a person of the entity column. */
static gboolean
judges_entities (const DeidProblem *problem, const DeidPrivacyModel *model)
{
  const DeidColumn *entities = deid_dataset_get_entities (problem->lattice->dataset);

  return model->n_sensitive == 0
         || (entities != NULL && g_str_equal (model->sensitive[0], entities->name));
}

gboolean
deid_problem_judges_links (const DeidProblem *problem, guint *n_known)
{
  gboolean judges = FALSE, knows_all = FALSE;

  *n_known = 0;
  for (guint i = 0; i < problem->models->len; i++)
    {
      const DeidPrivacyModel *model = problem->models->pdata[i];
      const DeidPersonsCondition *condition = &model->funcs->persons;

      if (condition->k < 2 || condition->n_known == 1 || !judges_entities (problem, model))
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
  const DeidColumn *persons = deid_dataset_get_entities (problem->lattice->dataset);
  gboolean has_some;
  guint n_known;

  if (!options->has_pseudonyms || persons == NULL || deid_problem_judges_links (problem, &n_known))
    return TRUE;
  if (!has_linked_rows (persons, &has_some, stop, error))
    return FALSE;
  return !has_some
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "column '%s': pseudonyms link the rows of a person, which no privacy model "
                       "judges together, expected a model such as persons:5 or persons:5:2, or one "
                       "row of each person",
                       deid_column_show (persons));
}
