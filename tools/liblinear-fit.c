/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Logistic regression by liblinear (R.-E. Fan, K.-W. Chang, C.-J. Hsieh, X.-R. Wang, C.-J. Lin:
 * LIBLINEAR: a library for large linear classification, J. Mach. Learn. Res. 9, 2008): its trust
 * region Newton method. */
#include "liblinear-fit.h"

#ifdef HAVE_LIBLINEAR
#include <linear.h>
#include <stddef.h>
#include <string.h>

G_STATIC_ASSERT (sizeof (DeidFeature) == sizeof (struct feature_node));
G_STATIC_ASSERT (offsetof (DeidFeature, number) == offsetof (struct feature_node, index));
G_STATIC_ASSERT (offsetof (DeidFeature, value) == offsetof (struct feature_node, value));

static void
print_nothing (const char *text)
{
  (void) text;
}

static void
silence (void)
{
  static gsize is_silent;

  if (g_once_init_enter (&is_silent))
    {
      set_print_string_function (print_nothing);
      g_once_init_leave (&is_silent, 1);
    }
}

static gboolean
fit (const DeidRegression *regression, double *coefficients, gpointer user_data, GError **error)
{
  const struct problem problem = { .l = (int) regression->n_records,
                                   .n = (int) regression->n_features,
                                   .y = (double *) regression->labels,
                                   .x = (struct feature_node **) regression->records,
                                   .bias = -1 };
  struct parameter parameter;
  struct model *model;

  (void) user_data, (void) error;

  memset (&parameter, 0, sizeof parameter);
  parameter.solver_type = L2R_LR;
  parameter.C = regression->likelihood_weight;
  parameter.eps = regression->tolerance;
#if LIBLINEAR_VERSION >= 240
  parameter.regularize_bias = 1;
#endif
  silence ();
  model = train (&problem, &parameter);
  /* Its coefficients are for the label that comes first, but for -1 and 1, which it turns. */
  for (guint f = 0; f < regression->n_features; f++)
    coefficients[f] = model->label[0] > 0 ? model->w[f] : -model->w[f];
  free_and_destroy_model (&model);
  return TRUE;
}
#endif

DeidRegressionFunc
get_liblinear_fit (void)
{
#ifdef HAVE_LIBLINEAR
  return fit;
#else
  return NULL;
#endif
}
