/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* What a value is. Where a key has words, one of them may stand there instead. */
typedef enum
{
  DEID_JOB_VALUE_TEXT = 0,
  DEID_JOB_VALUE_PATH,       /* of a file, or the start of paths */
  DEID_JOB_VALUE_CHARACTER,  /* one of ASCII */
  DEID_JOB_VALUE_SEPARATOR,  /* of groups of digits: . , ' or blank */
  DEID_JOB_VALUE_FLAG,       /* yes or no */
  DEID_JOB_VALUE_CHOICE,     /* one of the key's words */
  DEID_JOB_VALUE_SHARE,      /* a number from 0 to 1, or percent */
  DEID_JOB_VALUE_NUMBER,     /* from 0 on */
  DEID_JOB_VALUE_WEIGHT,     /* a number from 1e-9 to 1e9 */
  DEID_JOB_VALUE_COUNT,      /* an unsigned integer */
  DEID_JOB_VALUE_POPULATION, /* a number of people or a region */
  DEID_JOB_VALUE_LIST,       /* of texts */
  DEID_JOB_VALUE_PATHS,      /* a list of files */
  DEID_JOB_VALUE_WEIGHTS,    /* a list of VALUE=X, with numbers from 0.001 to 1000 */
  DEID_JOB_VALUE_RANGES,     /* a list of FIRST..LAST, or of single texts */
  DEID_JOB_VALUE_CONDITIONS, /* a list of conditions on rows */
  DEID_JOB_VALUE_PRIVACY,    /* a list of specifications of privacy models */
  DEID_JOB_VALUE_QUALITY,    /* the specification of a quality model */
  DEID_JOB_VALUE_SEARCH,     /* that of a search, or its name alone */
  DEID_JOB_VALUE_RULE,       /* that of a rule */
  DEID_JOB_VALUE_ROW_CAP,    /* how many rows of a person stay, and which */
  DEID_JOB_VALUE_DAY_SHIFT,  /* by how many days dates move */
  DEID_JOB_VALUE_PSEUDONYM,  /* how pseudonyms are made and written */
  DEID_JOB_VALUE_LEVELS,     /* a range of levels */
  DEID_JOB_VALUE_MODE,       /* rights to a file, in octal */
  DEID_JOB_VALUE_FIELD       /* a text of at most DEID_PAGE_MAX_FIELD characters */
} DeidJobValue;

typedef struct
{
  const char *section; /* `input`; `column` for those of columns */
  const char *name;
  DeidJobValue value;
  const char *standard; /* the default; of columns that of the section of all columns */
  const char *words;    /* with bars between them, or NULL */
  const char *form;     /* as help shows the value */
  const char *summary;  /* help of an option: an imperative or a noun phrase */
} DeidJobKey;

/* All keys, those of a section one after another, those of columns last. */
extern const DeidJobKey deid_job_keys[];
extern const guint deid_job_n_keys;

/* Returns: (nullable): the key of a section, where each column has `column`. */
const DeidJobKey *deid_job_key_find (const char *section, const char *name);

/* Fails with %DEID_ERROR_PARSE and, if one is near, the section or key that was meant; without the
 * place. Returns: FALSE. */
gboolean deid_job_key_refuse_section (const char *section, GError **error);
gboolean deid_job_key_refuse (const char *section, const char *name, GError **error);

/* Tells whether values have semicolons between their items. */
gboolean deid_job_key_is_list (const DeidJobKey *key);

/* Checks a value and brings it into its normal form: without blanks around it, `yes` or `no`,
 * `0.05` for `5%`. Whether it suits the table and the other values shows later.
 *
 * Returns: (transfer full): the normal form, empty if @text is; or NULL with %DEID_ERROR_PARSE,
 * %DEID_ERROR_ENCODING, or what the model says that is named. Messages say what was expected; they
 * leave the place and the value to the caller, unless a model wrote them. */
char *deid_job_value_normalize (const DeidJobKey *key, const char *text, GError **error);

/* Returns: the number of a word among those of its key, or -1. */
int deid_job_value_find_word (const DeidJobKey *key, const char *text);

/* Returns: (transfer full): the items of a list in its normal form, to a NULL. */
char **deid_job_value_split (const char *list);

/* Tells whether a search, by its name or specification, is for a local recoding. */
gboolean deid_job_value_is_local_search (const char *text);

/* Reads an item VALUE=X of a list of weights, of which the last sign counts. @length is that of the
 * value. Errors: %DEID_ERROR_PARSE, %DEID_ERROR_INVALID_ARGUMENT for a number out of range. */
gboolean deid_job_value_read_weight (const char *item, gsize *length, double *weight,
                                     GError **error);

/* Splits an item FIRST..LAST of a list of ranges at its first two points; one without them is both.
 * Returns: FALSE if either is empty. */
gboolean deid_job_value_read_range (const char *item, char **first, char **last);

/* Reads a range of levels; G_MAXUINT stands for the highest. Returns: FALSE if it is none. */
gboolean deid_job_value_read_levels (const char *text, guint *first, guint *last);

/* Reads the rights to a file. Returns: FALSE if it is no mode that files have. */
gboolean deid_job_value_read_mode (const char *text, guint *mode);
