/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/rule-trial.h"

#include "support/suite.h"

RuleTrial *
rule_trial_new_of_rule (DeidRule *rule)
{
  RuleTrial *trial = g_new0 (RuleTrial, 1);

  trial->rule = rule;
  trial->n_levels = deid_rule_get_n_levels (rule);
  trial->parents = g_new (GHashTable *, trial->n_levels);
  for (guint i = 0; i < trial->n_levels; i++)
    trial->parents[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return trial;
}

RuleTrial *
rule_trial_new (const char *specification)
{
  GError *error = NULL;
  DeidRule *rule = deid_rule_new (specification, &error);

  assert_no_error (error);
  return rule_trial_new_of_rule (rule);
}

void
rule_trial_free (RuleTrial *trial)
{
  for (guint i = 0; i < trial->n_levels; i++)
    g_hash_table_unref (trial->parents[i]);
  g_free (trial->parents);
  deid_rule_labels_clear (&trial->labels);
  deid_rule_unref (trial->rule);
  g_free (trial);
}

const char *
rule_trial_get (const RuleTrial *trial, guint level)
{
  return deid_rule_labels_get (&trial->labels, level);
}

gboolean
rule_trial_label (RuleTrial *trial, const char *value)
{
  if (!deid_rule_label (trial->rule, value, &trial->labels))
    return FALSE;
  assert_quietly (trial->labels.n == trial->n_levels);
  assert_quietly (g_str_equal (rule_trial_get (trial, 0), value));
  for (guint i = 0; i < trial->n_levels; i++)
    {
      const char *label = rule_trial_get (trial, i);
      const char *above = i + 1 < trial->n_levels ? rule_trial_get (trial, i + 1) : "";
      const char *known = g_hash_table_lookup (trial->parents[i], label);

      assert_quietly (label[0] != '\0');
      if (known == NULL)
        g_hash_table_insert (trial->parents[i], g_strdup (label), g_strdup (above));
      else if (!g_str_equal (known, above))
        ck_abort_msg ("'%s': '%s' on level %u is below '%s' and '%s'", value, label, i, above,
                      known);
    }
  return TRUE;
}

void
rule_trial_expect (RuleTrial *trial, const char *value, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  if (!rule_trial_label (trial, value))
    {
      ck_assert_msg (expected == NULL, "'%s' is not known", value);
      return;
    }
  for (guint i = 1; i < trial->n_levels; i++)
    g_string_append_printf (found, "%s|", rule_trial_get (trial, i));
  ck_assert_msg (g_strcmp0 (found->str, expected) == 0, "'%s' has %s", value, found->str);
}

void
check_rule_cases (const RuleCase *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (RuleTrial) trial = rule_trial_new (cases[i].rule);

      rule_trial_expect (trial, cases[i].value, cases[i].labels);
    }
}

guint
rule_trial_count (const RuleTrial *trial, guint level)
{
  return g_hash_table_size (trial->parents[level]);
}

void
assert_refused_rule (const char *specification, const char *message)
{
  GError *error = NULL;
  DeidRule *rule = deid_rule_new (specification, &error);

  ck_assert_msg (rule == NULL, "'%s' is not refused", specification);
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, message, NULL);
}
