/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

/* A host's model "own:1" of the attribute "s": classes of two records or more pass. */

char *own_model_describe (gpointer data);
gboolean own_model_judge (const DeidClass *eq_class, gpointer state, gpointer data,
                          gboolean *passes, GError **error);

/* Its slots, to which a test may add. */
DeidPrivacyModelFuncs *own_model_make_funcs (void);
DeidPrivacyModel *own_model_new (DeidPrivacyModelFuncs *funcs);
