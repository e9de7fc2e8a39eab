/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A host's privacy models, as it would write them: a shared object of its own that knows the public
 * headers alone. It is also compiled as C++. */
#include "host-model.h"

#include <deid/deid-extend.h>
#include <gmodule.h>
#include <math.h>

#define TOLERANCE 1e-12

/* The data of the slots. */
typedef struct
{
  HostKind kind;
  double parameter;
  HostLog *log;
} HostData;

/* What prepare makes. */
typedef struct
{
  guint64 n_records;
} HostState;

G_BEGIN_DECLS
G_MODULE_EXPORT DeidPrivacyModel *host_model_new (HostKind kind, double parameter,
                                                  const char *sensitive, HostLog *log,
                                                  GError **error);
G_END_DECLS

/* Returns: whether this call fails. */
static gboolean
note_call (HostData *data, HostCallback callback, GError **error)
{
  HostLog *log = data->log;

  log->n_calls[callback]++;
  if (callback == HOST_ACCEPT && log->n_calls[callback] == log->n_until_cancelled)
    g_cancellable_cancel (log->cancelled);
  if (callback != log->failing || log->n_calls[callback] != log->n_until_failure)
    return FALSE;
  g_set_error (error, g_quark_from_string (HOST_DOMAIN), (int) callback,
               "the host gives up at call %u", log->n_until_failure);
  return TRUE;
}

static char *
describe (gpointer user_data)
{
  static const char *const names[] = { "host-k", "host-dl", "host-el", "host-whole" };
  const HostData *data = (const HostData *) user_data;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strconcat (names[data->kind], ":",
                      g_ascii_dtostr (number, sizeof number, data->parameter), NULL);
}

static gboolean
prepare (const DeidPrivacyInput *input, gpointer user_data, gpointer *state, GError **error)
{
  HostData *data = (HostData *) user_data;
  HostState *made;

  if (note_call (data, HOST_PREPARE, error))
    return FALSE;
  made = g_new (HostState, 1);
  made->n_records = deid_privacy_input_get_n_records (input);
  data->log->n_states++;
  *state = made;
  return TRUE;
}

static void
free_state (gpointer state, gpointer user_data)
{
  ((HostData *) user_data)->log->n_states--;
  g_free (state);
}

static guint32
count_values (const DeidClass *eq_class)
{
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  return n_values;
}

static gboolean
has_entropy (const DeidClass *eq_class, double l)
{
  const double n = (double) deid_class_get_n_records (eq_class);
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);
  double entropy = 0;

  for (guint32 v = 0; v < n_values; v++)
    entropy -= (double) counts[v] / n * log ((double) counts[v] / n);
  return entropy >= log (l) - TOLERANCE;
}

static gboolean
is_accepted (const HostData *data, const DeidClass *eq_class)
{
  switch (data->kind)
    {
    case HOST_K_ANONYMITY:
      return (double) deid_class_get_n_persons (eq_class) >= data->parameter;
    case HOST_DISTINCT_L:
      return count_values (eq_class) >= data->parameter;
    case HOST_ENTROPY_L:
    case HOST_WHOLE:
    default:
      return has_entropy (eq_class, data->parameter);
    }
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer user_data, gboolean *passes,
        GError **error)
{
  HostData *data = (HostData *) user_data;

  *passes = is_accepted (data, eq_class)
            && deid_class_get_n_records (eq_class) <= ((HostState *) state)->n_records;
  return !note_call (data, HOST_ACCEPT, error);
}

static gboolean
necessary (const DeidClass *eq_class, gpointer state, gpointer user_data, gboolean *passes,
           GError **error)
{
  HostData *data = (HostData *) user_data;

  (void) state;
  *passes = count_values (eq_class) >= data->parameter;
  return !note_call (data, HOST_NECESSARY, error);
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer user_data, gboolean *passes,
              GError **error)
{
  guint32 n_classes;

  (void) state;
  deid_table_view_get_sizes (table, &n_classes);
  *passes = n_classes % 2 == 1;
  return !note_call ((HostData *) user_data, HOST_ACCEPT_TABLE, error);
}

static gboolean
recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer user_data, int *verdict,
         GError **error)
{
  HostData *data = (HostData *) user_data;

  (void) input;
  *verdict = is_accepted (data, eq_class) ? 1 : -1;
  return !note_call (data, HOST_RECHECK, error);
}

static void
data_free (gpointer user_data)
{
  ((HostData *) user_data)->log->n_ends++;
  g_free (user_data);
}

DeidPrivacyModel *
host_model_new (HostKind kind, double parameter, const char *sensitive, HostLog *log,
                GError **error)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();
  const char *const names[] = { sensitive, NULL };
  HostData *data = g_new (HostData, 1);
  DeidPrivacyModel *model;

  data->kind = kind;
  data->parameter = parameter;
  data->log = log;
  deid_privacy_model_funcs_set_describe (funcs, describe, data, data_free);
  deid_privacy_model_funcs_set_prepare (funcs, prepare, data, NULL);
  deid_privacy_model_funcs_set_free_state (funcs, free_state, data, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept, data, NULL);
  deid_privacy_model_funcs_set_size_only (funcs, kind == HOST_K_ANONYMITY);
  if (kind == HOST_K_ANONYMITY || kind == HOST_DISTINCT_L)
    deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_SUPERSET);
  else
    {
      deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_UNION);
      deid_privacy_model_funcs_set_necessary (funcs, necessary, data, NULL);
    }
  if (kind == HOST_WHOLE)
    {
      deid_privacy_model_funcs_set_accept_table (funcs, accept_table, data, NULL);
      deid_privacy_model_funcs_set_recheck (funcs, recheck, data, NULL);
    }
  deid_privacy_model_funcs_set_sensitive (funcs, kind == HOST_K_ANONYMITY ? NULL : names);
  model = deid_privacy_model_new (funcs, error);
  deid_privacy_model_funcs_unref (funcs);
  return model;
}
