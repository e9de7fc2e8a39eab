/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/attribute.h"

/* Makes an attribute of two columns with the same hierarchy, to which that of @other has at most
 * added values: its codes are those of @own, then
 * those of @other, and codes have the same label where their texts have. All else is that of @own:
 * the domain, and how many leaves the labels that it has cover. Both must outlive it.
 *
 * Errors: %DEID_ERROR_TOO_LARGE, %DEID_ERROR_NO_MEMORY; @joint is then cleared. Complexity:
 * O((codes + labels) x levels). */
gboolean deid_attribute_join (DeidAttribute *joint, const DeidAttribute *own,
                              const DeidAttribute *other, const DeidStop *stop, GError **error);
