/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-proof.h"

#include <math.h>
#include <string.h>

#include "support/plain-check.h"
#include "support/plain-closed-part.h"
#include "support/plain-groups.h"

#define MAX_POLICIES 256 /* MAX_LEVELS to the power of MAX_ATTRIBUTES */
#define TOLERANCE    1e-10L

typedef struct
{
  int lo[MAX_ATTRIBUTES];
  int hi[MAX_ATTRIBUTES];
} Box;

typedef struct
{
  const RandomProblem *problem;
  long double optimal_loss;
  const char *const *lines; /* still to come, up to the last */
  guint n_settled[MAX_POLICIES];
} Proof;

/* Reads @expected and moves behind it. */
static gboolean
accept (const char **text, const char *expected)
{
  if (strncmp (*text, expected, strlen (expected)) != 0)
    return FALSE;
  *text += strlen (expected);
  return TRUE;
}

static gint64
read_integer (const char **text)
{
  char *end;
  const gint64 number = g_ascii_strtoll (*text, &end, 10);

  *text = end;
  return number;
}

/* Reads an objective as a loss. */
static long double
read_loss (const Proof *proof, const char **text)
{
  char *end;
  const long double objective = g_ascii_strtod (*text, &end);
  gboolean weighted = FALSE;

  *text = end;
  if (proof->problem->aggregate != DEID_AGGREGATE_GEOMETRIC_MEAN)
    return objective;
  for (guint a = 0; a < proof->problem->n_attributes; a++)
    weighted |= proof->problem->attributes[a].weight != 1;
  return (weighted ? objective : powl (objective, 1.0L / proof->problem->n_attributes)) - 1;
}

/* Marks S° of a policy, and counts the records that each model contributes to it. Returns: its
 * number of records. */
static guint64
mark_necessary (const RandomProblem *problem, const int *levels, gboolean *necessary,
                guint64 *by_model)
{
  PlainClass classes[MAX_ROWS];
  guint unsigned_levels[MAX_ATTRIBUTES], n_classes;
  guint64 n_necessary = 0;

  for (guint a = 0; a < problem->n_attributes; a++)
    unsigned_levels[a] = (guint) levels[a];
  n_classes = plain_group (problem, unsigned_levels, classes);
  memset (necessary, 0, MAX_ROWS * sizeof *necessary);
  memset (by_model, 0, MAX_MODELS * sizeof *by_model);
  for (guint c = 0; c < n_classes; c++)
    for (guint m = 0; m < problem->n_models; m++)
      {
        const gboolean fails = plain_fails_closed_part (problem, &classes[c], &problem->models[m]);

        for (guint i = 0; fails && i < classes[c].n_rows; i++)
          {
            const guint row = classes[c].rows[i];

            n_necessary += necessary[row] ? 0 : problem->weights[row];
            necessary[row] = TRUE;
            by_model[m] += problem->weights[row];
          }
      }
  return n_necessary;
}

/* Reads the end of a line, which may say which group exceeds its limit with the rows marked, and
 * has to if nothing else rules out a solution. */
static gboolean
ends_with_group (const RandomProblem *problem, const gboolean *marked, gboolean is_ruled_out,
                 const char *text)
{
  gint64 limit, row, n;

  if (!accept (&text, ",\"group\":["))
    return is_ruled_out && accept (&text, "}") && *text == '\0';
  limit = read_integer (&text);
  row = accept (&text, ",") ? read_integer (&text) : -1;
  n = accept (&text, ",") ? read_integer (&text) : -1;
  if (limit < 0 || limit >= problem->n_group_limits || row < 0 || row >= problem->n_rows)
    return FALSE;
  return n == (gint64) plain_group_count (problem, (guint) limit, (guint) row, marked)
         && 100 * (guint64) n > problem->group_limits[limit].percent
                                    * plain_group_count (problem, (guint) limit, (guint) row, NULL)
         && accept (&text, "]}") && *text == '\0';
}

/* Reads the end of a line that says how many records fail at a policy, and how many by each model.
 */
static gboolean
is_infeasible (const Proof *proof, const int *levels, const char *text)
{
  const RandomProblem *problem = proof->problem;
  gboolean necessary[MAX_ROWS];
  guint64 by_model[MAX_MODELS];
  const guint64 n = mark_necessary (problem, levels, necessary, by_model);

  if (read_integer (&text) != (gint64) n)
    return FALSE;
  for (guint m = 0; m < problem->n_models; m++)
    if (!accept (&text, m == 0 ? ",\"models\":[" : ",")
        || read_integer (&text) != (gint64) by_model[m])
      return FALSE;
  return accept (&text, "]")
         && ends_with_group (problem, necessary, n > problem->limit || n == problem->n_records,
                             text);
}

static gboolean
is_bounded (const Proof *proof, const int *lo, const int *hi, long double stated)
{
  gboolean necessary[MAX_ROWS];
  guint64 by_model[MAX_MODELS];
  guint levels[MAX_ATTRIBUTES];

  for (guint a = 0; a < proof->problem->n_attributes; a++)
    levels[a] = (guint) lo[a];
  mark_necessary (proof->problem, hi, necessary, by_model);
  return fabsl (plain_loss (proof->problem, levels, necessary) - stated) < TOLERANCE
         && stated > proof->optimal_loss - TOLERANCE;
}

/* Counts the policies of a box as settled. */
static gboolean
settle (Proof *proof, const int *lo, const int *hi)
{
  for (guint rank = 0; rank < random_problem_get_n_policies (proof->problem); rank++)
    {
      guint levels[MAX_ATTRIBUTES];
      gboolean inside = TRUE;

      random_problem_get_levels (proof->problem, rank, levels);
      for (guint a = 0; a < proof->problem->n_attributes; a++)
        inside &= (int) levels[a] >= lo[a] && (int) levels[a] <= hi[a];
      proof->n_settled[rank] += inside ? 1 : 0;
    }
  return TRUE;
}

static gboolean
splits (const Proof *proof, const Box *box, gint64 d, gint64 level)
{
  return d >= 0 && d < proof->problem->n_attributes && level >= box->lo[d] && level < box->hi[d];
}

static gboolean judge_box (Proof *proof, Box box);

static gboolean
judge_split (Proof *proof, Box box, const char *text)
{
  const gint64 d = read_integer (&text), level = accept (&text, ",") ? read_integer (&text) : -1;
  Box below = box;

  if (!splits (proof, &box, d, level) || !accept (&text, "]}") || *text != '\0')
    return FALSE;
  box.lo[d] = (int) level + 1;
  below.hi[d] = (int) level;
  return judge_box (proof, box) && judge_box (proof, below);
}

static gboolean
judge_cut (Proof *proof, Box box, const char *text)
{
  const gint64 d = read_integer (&text), level = accept (&text, ",") ? read_integer (&text) : -1;
  Box below = box;

  if (!splits (proof, &box, d, level) || !accept (&text, "],\"necessary\":"))
    return FALSE;
  box.lo[d] = (int) level + 1;
  below.hi[d] = (int) level;
  return is_infeasible (proof, below.hi, text) && settle (proof, below.lo, below.hi)
         && judge_box (proof, box);
}

/* The parts above the ceilings overlap: what is settled is what the rest lacks. */
static gboolean
judge_lower (Proof *proof, Box box, const char *text)
{
  Box rest = box;
  gint64 last = -1;

  do
    {
      gint64 d, level;
      Box above = box;

      if (!accept (&text, "["))
        return FALSE;
      d = read_integer (&text);
      level = accept (&text, ",") ? read_integer (&text) : -1;
      if (!splits (proof, &box, d, level) || d <= last || !accept (&text, ","))
        return FALSE;
      above.lo[d] = (int) level + 1;
      if (!is_bounded (proof, above.lo, above.hi, read_loss (proof, &text)) || !accept (&text, "]"))
        return FALSE;
      above = rest;
      above.lo[d] = (int) level + 1;
      settle (proof, above.lo, above.hi);
      rest.hi[d] = (int) level;
      last = d;
    }
  while (accept (&text, ","));
  return accept (&text, "]}") && *text == '\0' && judge_box (proof, rest);
}

/* Reads the end of a line on what is no solution: the group that it names exceeds its limit with
 * all that the policy suppresses, or already with what every specialization does. */
static gboolean
is_no_solution (const Proof *proof, const int *levels, const PlainVerdict *verdict,
                const char *text)
{
  const RandomProblem *problem = proof->problem;
  const gboolean is_ruled_out
      = verdict->n_suppressed > problem->limit || verdict->n_suppressed == problem->n_records;
  gboolean necessary[MAX_ROWS];
  guint64 by_model[MAX_MODELS];

  mark_necessary (problem, levels, necessary, by_model);
  return ends_with_group (problem, necessary, is_ruled_out, text)
         || ends_with_group (problem, verdict->suppressed, is_ruled_out, text);
}

static gboolean
judge_policy (Proof *proof, const Box *box, const char *text, gboolean as_solution)
{
  guint levels[MAX_ATTRIBUTES];
  PlainVerdict verdict;
  const gint64 stated = read_integer (&text);

  for (guint a = 0; a < proof->problem->n_attributes; a++)
    {
      if (box->lo[a] != box->hi[a])
        return FALSE;
      levels[a] = (guint) box->lo[a];
    }
  plain_check (proof->problem, levels, &verdict);
  if (stated < 0 || (guint64) stated != verdict.n_suppressed || verdict.is_solution != as_solution)
    return FALSE;
  if (!as_solution)
    return is_no_solution (proof, box->lo, &verdict, text) && settle (proof, box->lo, box->hi);
  return accept (&text, ",\"objective\":")
         && fabsl (read_loss (proof, &text) - verdict.loss) < TOLERANCE && accept (&text, "}")
         && *text == '\0' && settle (proof, box->lo, box->hi);
}

static gboolean
judge_box (Proof *proof, Box box)
{
  const char *text = *proof->lines;

  if (text == NULL || proof->lines[1] == NULL)
    return FALSE;
  proof->lines++;
  if (accept (&text, "{\"split\":["))
    return judge_split (proof, box, text);
  if (accept (&text, "{\"cut\":["))
    return judge_cut (proof, box, text);
  if (accept (&text, "{\"lower\":["))
    return judge_lower (proof, box, text);
  if (accept (&text, "{\"no_solution\":"))
    return judge_policy (proof, &box, text, FALSE);
  if (accept (&text, "{\"solution\":"))
    return judge_policy (proof, &box, text, TRUE);
  if (accept (&text, "{\"infeasible\":"))
    return is_infeasible (proof, box.hi, text) && settle (proof, box.lo, box.hi);
  return accept (&text, "{\"bounded\":")
         && is_bounded (proof, box.lo, box.hi, read_loss (proof, &text)) && accept (&text, "}")
         && *text == '\0' && settle (proof, box.lo, box.hi);
}

gboolean
plain_proof_holds (const RandomProblem *problem, double optimal_loss, const char *const *lines)
{
  Proof proof = { .problem = problem, .optimal_loss = optimal_loss, .lines = lines + 2 };
  Box box = { { 0 }, { 0 } };

  for (guint a = 0; a < problem->n_attributes; a++)
    {
      const RandomAttribute *attribute = &problem->attributes[a];

      box.lo[a] = (int) attribute->lowest;
      box.hi[a] = (int) (attribute->n_levels - 1 - attribute->n_cut);
    }
  if (!judge_box (&proof, box) || proof.lines[0] == NULL || proof.lines[1] != NULL)
    return FALSE;
  for (guint rank = 0; rank < random_problem_get_n_policies (problem); rank++)
    if (proof.n_settled[rank] != 1)
      return FALSE;
  return TRUE;
}
