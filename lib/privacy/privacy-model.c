/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/text.h"
#include "classes/class.h"
#include "privacy/privacy-model-private.h"

#include <string.h>

static void
deid_privacy_model_free (DeidPrivacyModel *model)
{
  deid_privacy_model_funcs_unref (model->funcs);
  g_free (model->text);
  g_free (model->shown);
  g_free (model);
}

DEID_DEFINE_HANDLE (DeidPrivacyModel, deid_privacy_model)

static gboolean
privacy_model_check_slots (const DeidPrivacyModelFuncs *funcs, GError **error)
{
  if (funcs->describe.func != NULL
      && (funcs->accept.func != NULL || funcs->accept_table.func != NULL))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "privacy model: %s",
                    funcs->describe.func == NULL ? "the slot describe is empty"
                                                 : "the slots accept and accept_table are empty");
}

static void
privacy_model_funcs_make_immutable (DeidPrivacyModelFuncs *funcs)
{
  g_atomic_int_set (&funcs->immutable, TRUE);
}

DeidPrivacyModel *
deid_privacy_model_new (DeidPrivacyModelFuncs *funcs, GError **error)
{
  static const char *const none[] = { NULL };
  const char *const *sensitive;
  g_autofree char *specification = NULL;
  DeidPrivacyModel *model;

  g_return_val_if_fail (funcs != NULL, NULL);

  if (!privacy_model_check_slots (funcs, error))
    return NULL;
  specification = funcs->describe.func (funcs->describe.data);
  sensitive = funcs->sensitive != NULL ? (const char *const *) funcs->sensitive : none;
  if (!deid_specification_check ("privacy model", specification, error)
      || !deid_specification_check_columns ("privacy model", specification, "sensitive attribute",
                                            sensitive, error)
      || !deid_sentence_check ("privacy model", specification, funcs->sentence, error)
      || !deid_sentence_check ("privacy model", specification, funcs->public_sentence, error))
    return NULL;
  model = DEID_NEW_HANDLE (DeidPrivacyModel);
  model->funcs = deid_privacy_model_funcs_ref (funcs);
  privacy_model_funcs_make_immutable (funcs);
  model->sensitive = sensitive;
  model->n_sensitive = g_strv_length ((char **) sensitive);
  model->text = deid_specification_with_columns (specification, sensitive);
  model->shown = deid_text_escape (model->text);
  return model;
}

DeidPrivacyModel *
deid_privacy_model_new_of_slots (const DeidModelSlots *slots, gpointer data, GDestroyNotify destroy,
                                 const char *sensitive, GError **error)
{
  const char *const names[] = { sensitive, NULL };
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();

#define SET_SLOT(name, Func)                                                                       \
  if (slots->name != NULL)                                                                         \
    deid_privacy_model_funcs_set_##name (funcs, slots->name, data, NULL);
  DEID_PRIVACY_MODEL_SLOTS (SET_SLOT)
#undef SET_SLOT
  deid_privacy_model_funcs_set_describe (funcs, slots->describe, data, destroy);
  if (slots->value_order != NULL)
    deid_privacy_model_funcs_set_value_order (funcs, *slots->value_order);
  deid_privacy_model_funcs_set_sensitive (funcs, names);
  deid_privacy_model_funcs_set_closure (funcs, slots->closure);
  deid_privacy_model_funcs_set_size_only (funcs, slots->size_only);
  deid_privacy_model_funcs_set_least_values (funcs, slots->least_values);
  deid_privacy_model_funcs_set_sentence (funcs, slots->sentence, slots->public_sentence);
  deid_privacy_model_funcs_set_suppression_order (funcs, slots->suppression_order);
  deid_privacy_model_funcs_set_table_monotone (funcs, slots->is_table_monotone);
  deid_privacy_model_funcs_set_thread_safe (funcs, TRUE);
  funcs->ignores_labels = TRUE;
  if (slots->persons != NULL)
    funcs->persons = *slots->persons;
  funcs->profile = slots->profile;
  return deid_privacy_model_new (funcs, error);
}

/* A parameter, and the name of the model that has no other. */
typedef struct
{
  guint64 count;
  const char *name;
} NamedCount;

typedef struct
{
  DeidParameter share;
  const char *name;
} NamedShare;

static char *
describe_count (gpointer data)
{
  const NamedCount *named = data;

  return g_strdup_printf ("%s:" DEID_COUNT_FORMAT, named->name, named->count);
}

static char *
describe_share (gpointer data)
{
  const NamedShare *named = data;

  return deid_parameter_spell (&named->share, named->name);
}

DeidPrivacyModel *
deid_privacy_model_new_of_count (const DeidModelSlots *slots, const char *name, guint64 count,
                                 const char *sensitive, GError **error)
{
  const NamedCount named = { count, name };
  DeidModelSlots all = *slots;

  if (count == 0)
    {
      deid_privacy_model_fail (name, "0", "at least 1", error);
      return NULL;
    }
  if (all.describe == NULL)
    all.describe = describe_count;
  return deid_privacy_model_new_of_slots (&all, g_memdup2 (&named, sizeof named), g_free, sensitive,
                                          error);
}

DeidPrivacyModel *
deid_privacy_model_new_of_share (const DeidModelSlots *slots, const char *name, double share,
                                 gboolean may_be_0, GError **error)
{
  DeidModelSlots all = *slots;
  NamedShare named = { .name = name };

  all.describe = describe_share;
  return deid_parameter_init_share (&named.share, share, may_be_0, name, error)
             ? deid_privacy_model_new_of_slots (&all, g_memdup2 (&named, sizeof named), g_free,
                                                NULL, error)
             : NULL;
}

gboolean
deid_privacy_model_check_population (const char *name, const DeidPrivacyInput *input,
                                     GError **error)
{
  return deid_privacy_input_has_population (input)
         || deid_privacy_model_fail (name, "the problem has no population table", "one", error);
}

gboolean
deid_privacy_model_fail (const char *name, const char *parameter, const char *expected,
                         GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "privacy model %s: %s, expected %s", name,
                    parameter, expected);
}

DeidClosedPart
deid_privacy_model_get_closed_part (const DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;

  if (funcs->accept.func == NULL)
    return DEID_CLOSED_NOTHING;
  if (funcs->closure == DEID_CLOSURE_SUPERSET)
    return DEID_CLOSED_ITSELF;
  return funcs->necessary.func != NULL ? DEID_CLOSED_NECESSARY : DEID_CLOSED_NOTHING;
}

gboolean
deid_privacy_model_limits_sizes (const DeidPrivacyModel *model)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;

  return funcs->size_only && funcs->persons.k == 0 && funcs->closure == DEID_CLOSURE_SUPERSET
         && funcs->accept.func != NULL && funcs->accept_table.func == NULL
         && funcs->accept_unmatched.func == NULL && funcs->prepare.func == NULL;
}

gboolean
deid_privacy_model_find_least_size (const DeidPrivacyModel *model, guint64 max, guint64 *least,
                                    GError **error)
{
  const DeidPrivacyModelFuncs *funcs = model->funcs;
  guint64 below = 0;

  *least = max + 1;
  while (*least - below > 1)
    {
      const guint64 middle = below + (*least - below) / 2;
      const DeidClass eq_class = { .n_records = middle, .n_persons = middle };
      GError *own_error = NULL;
      gboolean passes = FALSE;
      const gboolean succeeded
          = funcs->accept.func (&eq_class, NULL, funcs->accept.data, &passes, &own_error);

      if (!deid_privacy_model_slot_succeeded (model, succeeded, own_error, error))
        return FALSE;
      if (passes)
        *least = middle;
      else
        below = middle;
    }
  return TRUE;
}

/* Adds what a placeholder of a sentence stands for: see deid_privacy_model_funcs_set_sentence(). */
static void
privacy_model_add_placeholder (GString *text, char placeholder, const DeidPrivacyModel *model,
                               char **parameters, gboolean counts_persons)
{
  const guint number = (guint) g_ascii_digit_value (placeholder);

  if (placeholder == '@')
    for (guint i = 0; i < model->n_sensitive; i++)
      g_string_append_printf (text, "%s%s", i > 0 ? " and " : "", model->sensitive[i]);
  else if (placeholder == ':')
    g_string_append (text, model->text);
  else if (placeholder == '#')
    g_string_append (text, counts_persons ? "persons" : "records");
  else if (placeholder == '+')
    g_string_append (text, counts_persons ? ", counting a person once in each group" : "");
  else if (g_ascii_isdigit (placeholder) && number < g_strv_length (parameters))
    g_string_append (text, parameters[number]);
}

char *
deid_privacy_model_describe (const DeidPrivacyModel *model, gboolean counts_persons,
                             gboolean is_public)
{
  const char *sentence;
  g_autofree char *head = NULL;
  g_auto (GStrv) parameters = NULL;
  GString *text;

  g_return_val_if_fail (model != NULL, NULL);

  sentence = is_public && model->funcs->public_sentence != NULL ? model->funcs->public_sentence
             : model->funcs->sentence != NULL                   ? model->funcs->sentence
                                                                : "$:";
  head = g_strndup (model->text, strcspn (model->text, "@"));
  parameters = g_strsplit (head, ":", -1);
  text = g_string_new (NULL);

  for (const char *c = sentence; *c != '\0'; c++)
    if (*c == '$' && c[1] != '\0')
      privacy_model_add_placeholder (text, *++c, model, parameters, counts_persons);
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

char *
deid_privacy_model_to_specification (const DeidPrivacyModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return g_strdup (model->text);
}

const char *const *
deid_privacy_model_get_sensitive (const DeidPrivacyModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  return model->sensitive;
}

DEID_DEFINE_GETTER (DeidClosure, deid_privacy_model_get_closure, DeidPrivacyModel, funcs->closure,
                    DEID_CLOSURE_NONE)

static void
deid_privacy_model_funcs_free (DeidPrivacyModelFuncs *funcs)
{
  DEID_PRIVACY_MODEL_SLOTS (DEID_SLOT_CLEAR)
  g_strfreev (funcs->sensitive);
  g_free (funcs->sentence);
  g_free (funcs->public_sentence);
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidPrivacyModelFuncs, deid_privacy_model_funcs)

#define PRIVACY_MODEL_FUNCS_DEFINE_SETTER(name, Func)                                              \
  DEID_SLOT_DEFINE_SETTER (DeidPrivacyModelFuncs, deid_privacy_model_funcs, name, Func)

DEID_PRIVACY_MODEL_SLOTS (PRIVACY_MODEL_FUNCS_DEFINE_SETTER)

DeidPrivacyModelFuncs *
deid_privacy_model_funcs_new (void)
{
  DeidPrivacyModelFuncs *funcs = DEID_NEW_HANDLE (DeidPrivacyModelFuncs);

  return funcs;
}

void
deid_privacy_model_funcs_set_sensitive (DeidPrivacyModelFuncs *funcs, const char *const *sensitive)
{
  char **names;

  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  names = g_strdupv ((char **) sensitive);
  g_strfreev (funcs->sensitive);
  funcs->sensitive = names;
}

void
deid_privacy_model_funcs_set_closure (DeidPrivacyModelFuncs *funcs, DeidClosure closure)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));
  g_return_if_fail (closure <= DEID_CLOSURE_SUPERSET);

  funcs->closure = closure;
}

DEID_DEFINE_FUNCS_SETTER (deid_privacy_model_funcs_set_size_only, DeidPrivacyModelFuncs, gboolean,
                          size_only)
DEID_DEFINE_FUNCS_SETTER (deid_privacy_model_funcs_set_least_values, DeidPrivacyModelFuncs, guint64,
                          least_values)

void
deid_privacy_model_funcs_set_sentence (DeidPrivacyModelFuncs *funcs, const char *sentence,
                                       const char *public_sentence)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));

  g_free (funcs->sentence);
  g_free (funcs->public_sentence);
  funcs->sentence = g_strdup (sentence);
  funcs->public_sentence = g_strdup (public_sentence);
}

void
deid_privacy_model_funcs_set_suppression_order (DeidPrivacyModelFuncs *funcs,
                                                DeidSuppressionOrder order)
{
  g_return_if_fail (funcs != NULL && !g_atomic_int_get (&funcs->immutable));
  g_return_if_fail (order <= DEID_SUPPRESSION_ORDER_NAMED);

  funcs->suppression_order = order;
}

DEID_DEFINE_FUNCS_SETTER (deid_privacy_model_funcs_set_table_monotone, DeidPrivacyModelFuncs,
                          gboolean, is_table_monotone)
DEID_DEFINE_FUNCS_SETTER (deid_privacy_model_funcs_set_thread_safe, DeidPrivacyModelFuncs, gboolean,
                          thread_safe)

gboolean
deid_parameter_fail (const DeidParameter *parameter, const char *name, const char *expected,
                     GError **error)
{
  return deid_privacy_model_fail (name, DEID_DECIMAL (parameter->value), expected, error);
}

gboolean
deid_parameter_init (DeidParameter *parameter, double value, gboolean may_be_0, const char *name,
                     GError **error)
{
  g_autofree char *what = g_strconcat ("privacy model ", name, NULL);
  DeidRational rational;

  *parameter = (DeidParameter){ .value = value };
  if (!deid_rational_from_double (value, what, &rational, error))
    return FALSE;
  if (rational.numerator == 0 && !may_be_0)
    return deid_parameter_fail (parameter, name, "a number above 0", error);
  if (rational.denominator > G_MAXUINT64)
    return deid_parameter_fail (parameter, name, "fewer decimals", error);
  parameter->numerator = rational.numerator;
  parameter->denominator = (guint64) rational.denominator;
  return TRUE;
}

gboolean
deid_parameter_init_share (DeidParameter *share, double value, gboolean may_be_0, const char *name,
                           GError **error)
{
  return deid_parameter_init (share, value, may_be_0, name, error)
         && (share->numerator <= share->denominator
             || deid_parameter_fail (share, name, "at most 1", error));
}

/* Returns: whether @n is no more than a share of @total. */
static gboolean
parameter_admits (const DeidParameter *share, guint64 n, guint64 total)
{
  return (DeidWide) n * share->denominator <= (DeidWide) share->numerator * total;
}

gboolean
deid_parameter_admit_sum (const DeidTableView *table, gpointer state, gpointer share,
                          gboolean *passes, GError **error)
{
  guint64 high, sum;

  deid_table_view_get_sum (table, &high, &sum);
  *passes = parameter_admits (share, sum, deid_table_view_get_n_persons (table));
  return TRUE;
}

char *
deid_parameter_spell (const DeidParameter *parameter, const char *name)
{
  return g_strconcat (name, ":", DEID_DECIMAL (parameter->value), NULL);
}
