/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "property-stores.h"

/* Lets searches that begin from now on keep their properties in this variant. The program is linked
 * such that what the library calls of the property store comes here first: it is the library's own
 * Flash that is measured with each of them. */
void use_store (StoreKind kind);
