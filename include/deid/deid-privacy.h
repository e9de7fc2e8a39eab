/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PRIVACY_H
#define DEID_PRIVACY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidPrivacyModel:
 *
 * A condition that each equivalence class of a released table must meet. The records of classes
 * that fail it are suppressed. Some models are conditions on all released classes together: see
 * deid_privacy_model_funcs_set_accept_table(). Several models together are a conjunction.
 * Immutable.
 *
 * A model is a condition on one table, and promises nothing beyond it:
 *
 * - Two releases of the same people are judged one by one. Their difference can reveal the
 * sensitive value of a person who is in only one of them, whichever models both meet. See
 *   deid_stored_policy_evaluate().
 * - Someone who knows that a class was suppressed, and knows the models, learns that it fails one.
 * - Models of sensitive values judge classes alone. They do not limit what an attacker learns who
 *   knows which program made the release: see `docs/not-promised.md` and
 *   deid_privacy_model_new_alpha_k_anonymity().
 * - Reference distributions are those of the table before records are suppressed, not those of the
 *   released table.
 * - Conditions on sensitive values count values, not the persons who have them: several records of
 *   one person can meet them. An entity column and k-anonymity ask for persons.
 * - A missing value is a value of its own. An adversary may take it for a wildcard that any value
 *   matches; classes then overlap, and a missing sensitive value adds nothing to their diversity.
 */
typedef struct DeidPrivacyModel DeidPrivacyModel;

/**
 * DeidClosure:
 * @DEID_CLOSURE_NONE: joining classes says nothing about the verdict
 * @DEID_CLOSURE_UNION: the union of two classes that pass passes
 * @DEID_CLOSURE_SUPERSET: a class that passes still passes when any records join it
 *
 * How a model's verdict behaves when equivalence classes are joined. From this alone a search
 * concludes which policies it may leave out. %DEID_CLOSURE_SUPERSET implies %DEID_CLOSURE_UNION.
 */
typedef enum
{
  DEID_CLOSURE_NONE = 0,
  DEID_CLOSURE_UNION = 1,
  DEID_CLOSURE_SUPERSET = 2
} DeidClosure;

DEID_AVAILABLE_IN_0_1
GType deid_privacy_model_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_ref (DeidPrivacyModel *model);

/**
 * deid_privacy_model_unref:
 * @model: (transfer full): a privacy model
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_unref (DeidPrivacyModel *model);

/**
 * deid_privacy_model_new_k_anonymity:
 * @k: the smallest class size allowed, at least 1
 *
 * Creates k-anonymity: every class has at least @k records or, with an entity column, records of at
 * least @k persons; rows without an entity value count as one person together. Superset-closed. Its
 * specification is `k:K`.
 *
 * Source: P. Samarati, L. Sweeney, "Protecting privacy when disclosing information: k-anonymity and
 * its enforcement through generalization and suppression", SRI-CSL-98-04, 1998.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if @k is 0. Complexity of a decision: O(1); with an entity
 * column O(rows of the class).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_k_anonymity (guint64 k, GError **error);

/**
 * deid_privacy_model_new_from_specification:
 * @text: a model as deid_privacy_model_to_specification() writes it, such as `k:5`,
 *   `dl:3@diagnosis` or `rcl:3:2@diagnosis`; each constructor names its own
 * @sensitive: (nullable): the sensitive attribute to use if @text names none
 *
 * Creates a model from its specification. The sensitive attribute stands behind an `@`, escaped as
 * in a URI: `%25` for `%`, and `%2B` for `+`, which may also stand unescaped, since the models of
 * the library judge one attribute. Shares, risks and sampling fractions may be percentages, such as
 * `uniq:5%` for `uniq:0.05`.
 * Errors: %DEID_ERROR_PARSE for an unknown specification or if a required sensitive attribute is
 * not named, and those of the model's constructor. Complexity: O(length of @text).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new_from_specification (const char *text,
                                                             const char *sensitive, GError **error);

/**
 * deid_privacy_model_list_specifications:
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): a sentence on each model;
 *   free it with g_strfreev()
 *
 * Lists the forms of the library's models, for help texts and choosers, such as `k:K` or
 * `dl:L@ATTRIBUTE`. Capitals stand for values, brackets enclose optional parts. Complexity:
 * O(models).
 * Returns: (transfer full) (array zero-terminated=1): the forms; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_privacy_model_list_specifications (char ***summaries);

/**
 * deid_privacy_model_to_specification:
 * @model: a privacy model
 *
 * Returns: (transfer full): the specification of the model. Sensitive attributes stand behind an
 *   `@`, joined by `+`; a `+` in a name is written `%2B`, a `%` is written `%25`
 */
DEID_AVAILABLE_IN_0_1
char *deid_privacy_model_to_specification (const DeidPrivacyModel *model);

/**
 * deid_privacy_model_get_sensitive:
 * @model: a privacy model
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of the sensitive attributes that
 *   the model judges
 */
DEID_AVAILABLE_IN_0_1
const char *const *deid_privacy_model_get_sensitive (const DeidPrivacyModel *model);

/**
 * deid_privacy_model_get_closure:
 * @model: a privacy model
 *
 * Returns: how the model's verdict behaves when classes are joined
 */
DEID_AVAILABLE_IN_0_1
DeidClosure deid_privacy_model_get_closure (const DeidPrivacyModel *model);

G_END_DECLS

#endif
