/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Facts about a column, and what each of them counts for what the column may be. */
#pragma once

#include "suggestion/suggestions-private.h"

#define DEID_FACT(n) (G_GUINT64_CONSTANT (1) << (n))

/* The form of the values. */
#define DEID_FACT_DATE    DEID_FACT (0) /* also where no value tells which part is the month */
#define DEID_FACT_TEXT    DEID_FACT (1)
#define DEID_FACT_NUMBER  DEID_FACT (2)
#define DEID_FACT_INTEGER DEID_FACT (3)
#define DEID_FACT_DECIMAL DEID_FACT (4)
#define DEID_FACT_YEARS   DEID_FACT (5)
#define DEID_FACT_DAYS    DEID_FACT (6) /* of a month */
#define DEID_FACT_SERIAL  DEID_FACT (7) /* days as spreadsheets count them */
#define DEID_FACT_TIMES   DEID_FACT (8)
#define DEID_FACT_BODY    DEID_FACT (9)  /* weights of bodies */
#define DEID_FACT_WHOLE   DEID_FACT (10) /* whole numbers with a point, such as 17.0 */
#define DEID_FACT_DIGITS  DEID_FACT (11) /* in a value at least */
#define DEID_FACT_BELOW_0 DEID_FACT (12)
#define DEID_FACT_WORDS   DEID_FACT (13) /* several in many of the values */

/* How often values occur. */
#define DEID_FACT_CONSTANT DEID_FACT (14)
#define DEID_FACT_ONCE     DEID_FACT (15) /* each of them */
#define DEID_FACT_NEARLY   DEID_FACT (16) /* four in five records have a value of their own */
#define DEID_FACT_HALF     DEID_FACT (17) /* as many values as half of the records, or more */
#define DEID_FACT_TENTH    DEID_FACT (18)
#define DEID_FACT_FEW      DEID_FACT (19) /* up to 20 values, ten records or more of each */
#define DEID_FACT_FEWER    DEID_FACT (20) /* a hundred records or more of each */
#define DEID_FACT_SMALL    DEID_FACT (21) /* up to 20 values */
#define DEID_FACT_MANY     DEID_FACT (22) /* more than 100 values */

/* The name. */
#define DEID_FACT_NAMED            DEID_FACT (23) /* it says the kind */
#define DEID_FACT_NAMED_IDENTIFIER DEID_FACT (24)
#define DEID_FACT_NAMED_HEALTH     DEID_FACT (25)
#define DEID_FACT_UNNAMED          DEID_FACT (26) /* it says nothing */

/* What the name and the values say together. */
#define DEID_FACT_PERSON      DEID_FACT (27) /* numbers of persons */
#define DEID_FACT_UNKNOWN     DEID_FACT (28)
#define DEID_FACT_IDENTIFYING DEID_FACT (29)
#define DEID_FACT_OF_PERSONS  DEID_FACT (30) /* numbers or addresses that a person has alone */
#define DEID_FACT_PROSE       DEID_FACT (31) /* names, addresses, texts */

/* What stays the same in all records of a value, where chance would change it, and what changes. */
#define DEID_FACT_SAME_SEX      DEID_FACT (32)
#define DEID_FACT_SAME_BIRTH    DEID_FACT (33)
#define DEID_FACT_SAME_NAME     DEID_FACT (34)
#define DEID_FACT_SAME_AGE      DEID_FACT (35) /* or nearly, as it grows from year to year */
#define DEID_FACT_SAME_ORIGIN   DEID_FACT (36)
#define DEID_FACT_SAME_DATE     DEID_FACT (37)
#define DEID_FACT_SAME_HALVES   DEID_FACT (38) /* a column of few values, as of a sex */
#define DEID_FACT_SAME_OTHERS   DEID_FACT (39) /* three columns or more */
#define DEID_FACT_CHANGED_SEX   DEID_FACT (40)
#define DEID_FACT_CHANGED_BIRTH DEID_FACT (41)
#define DEID_FACT_CHANGED_NAME  DEID_FACT (42)
#define DEID_FACT_CHANGED_AGE   DEID_FACT (43)
#define DEID_FACTS_SAME                                                                            \
  (DEID_FACT_SAME_SEX | DEID_FACT_SAME_BIRTH | DEID_FACT_SAME_NAME | DEID_FACT_SAME_AGE            \
   | DEID_FACT_SAME_HALVES)
#define DEID_FACT_OFTEN   DEID_FACT (44) /* more than twelve records of a value */

#define DEID_FACT_SINGLE  DEID_FACT (45) /* hardly a value is there again */
#define DEID_FACT_CODE    DEID_FACT (46) /* numbers of anything, as the name says */
#define DEID_FACT_VAGUE   DEID_FACT (47) /* unknown, or names and addresses, which persons share */
#define DEID_FACT_NAMES   DEID_FACT (49) /* texts that begin with a capital, more than three */
#define DEID_FACT_COUNTED DEID_FACT (50) /* each number from the first to the last, once each */
#define DEID_FACT_RECORD  DEID_FACT (48) /* numbers by which persons are kept on record */

/* Returns: what the facts of a column, and the patterns of its values if @patterns is not NULL,
 * count for a kind; less than 0 if it cannot be of the kind. */
int deid_evidence_count (DeidKind kind, guint64 facts, const DeidPatterns *patterns);
