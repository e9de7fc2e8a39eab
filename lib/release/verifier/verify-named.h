/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/verifier/verify-table.h"

/* Tells whether some model names the classes that it suppresses. */
gboolean deid_verified_models_name_classes (const DeidPreparedModels *models);

/* Checks that the kept classes are such that no model names any of them and, if no model suppresses
 * classes in an order, that those withheld are named when all of them are looked at, and again what
 * is left. Errors: those of deid_verify_table(). */
gboolean deid_verify_named (const DeidVerification *verification, const DeidPreparedModels *models,
                            const DeidPlainTable *table, GError **error);
