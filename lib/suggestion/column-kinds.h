/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a column may be about. The identifiers are the 18 kinds that the HIPAA Privacy Rule lists,
 * 45 CFR 164.514(b)(2)(i), (A) to (R). */
#pragma once

#include <deid/deid.h>

typedef enum
{
  DEID_KIND_UNKNOWN,
  DEID_KIND_NAME,
  DEID_KIND_CONTACT, /* names of persons who are not those of the records */
  DEID_KIND_ADDRESS,
  DEID_KIND_POSTAL_CODE,
  DEID_KIND_PLACE,
  DEID_KIND_SMALL_PLACE,
  DEID_KIND_BIRTH_DATE,
  DEID_KIND_DATE,
  DEID_KIND_AGE,
  DEID_KIND_TELEPHONE,
  DEID_KIND_FAX,
  DEID_KIND_EMAIL,
  DEID_KIND_SOCIAL_SECURITY,
  DEID_KIND_RECORD_NUMBER,
  DEID_KIND_HEALTH_PLAN,
  DEID_KIND_ACCOUNT,
  DEID_KIND_LICENCE,
  DEID_KIND_VEHICLE,
  DEID_KIND_DEVICE,
  DEID_KIND_URL,
  DEID_KIND_IP_ADDRESS,
  DEID_KIND_BIOMETRIC,
  DEID_KIND_PHOTOGRAPH,
  DEID_KIND_IDENTIFIER,
  DEID_KIND_PERSON,
  DEID_KIND_FREE_TEXT,
  DEID_KIND_SEX,
  DEID_KIND_ORIGIN,
  DEID_KIND_FAMILY,
  DEID_KIND_HOUSEHOLD, /* numbers of them */
  DEID_KIND_EDUCATION,
  DEID_KIND_OCCUPATION,
  DEID_KIND_COVERAGE,
  DEID_KIND_HEALTH,
  DEID_KIND_MONEY,
  DEID_KIND_BELIEF,
  DEID_KIND_PRIVATE_LIFE,
  DEID_KIND_PERFORMANCE,
  DEID_KIND_MEASUREMENT,
  DEID_KIND_UNIT, /* in which something is measured */
  DEID_KIND_SURVEY_WEIGHT,
  DEID_KIND_COUNT, /* of records that a row stands for, in a table that is aggregated */

  /* What repetition says, and not the name. */
  DEID_KIND_ONCE,     /* values that occur once each */
  DEID_KIND_CONSTANT, /* one value */
  DEID_KIND_ENTITY,   /* persons who have several records */
  DEID_KIND_REPEATED  /* values that may be persons who have several records */
} DeidKind;

/* A bit of a set of kinds. */
#define DEID_KIND_BIT(kind) (G_GUINT64_CONSTANT (1) << DEID_KIND_##kind)

/* Tells whether a column can be about something. */
typedef gboolean (*DeidKindFilter) (DeidKind kind, gpointer data);

/* Returns: what a column of this name seems to be about, of what the filter accepts. @filter may be
 * NULL. */
DeidKind deid_kind_from_name (const char *name, DeidKindFilter filter, gpointer data);

/* Tells whether a name has a word of a kind, whatever else it may be about. */
gboolean deid_kind_is_named (DeidKind kind, const char *name);

/* What is known of each kind. */
typedef struct
{
  const char *text;       /* what it is, as in `the name says: …` */
  const char *hipaa;      /* the letter of its kind of identifier in the Privacy Rule, or NULL */
  const char *identifier; /* what baselines call it, as in `[kind birth-dates]`; or NULL */
  DeidRole role;          /* of such a column */
} DeidKindInfo;

extern const DeidKindInfo deid_kinds[];

/* Returns: the first kind that baselines call so, or %DEID_KIND_UNKNOWN. */
DeidKind deid_kind_from_identifier (const char *identifier);

/* The words of the name of a column, in lower case and without accents: `birthDate` and
 * `Birth_Date1` are `birth date`. */
typedef struct
{
  char **words; /* to a NULL */
  char *joined; /* without anything between them */
} DeidNameWords;

void deid_name_words_init (DeidNameWords *words, const char *name);
void deid_name_words_clear (DeidNameWords *words);
