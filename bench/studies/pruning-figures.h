/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Made by pruning-figures.py from the raw results of the study. Of Adult, loss:geo. */
#pragma once
/* clang-format off */

#define FLASH_EVALUATED 1180
#define FLASH_SECONDS 1.234
#define FLASH_EVALUATING 1.179
#define FLASH_PRIVACY { 27005, 15.4, 0.930 }
#define FLASH_QUALITY { 21585, 74.7, 0.735 }
#define BEST_FIRST_EVALUATED 5319
#define BEST_FIRST_FOUND 81
#define BEST_FIRST_SECONDS 5.478
/* Seconds of the whole run without those of evaluations. */
#define BOOKKEEPING_LIST 0.418
#define BOOKKEEPING_ANTICHAIN_LIST 0.235
#define BOOKKEEPING_PLAIN_TREE 0.061
#define BOOKKEEPING_TREE 0.055
/* By how many percent best-first was better than the heuristic, with 3 to 9 attributes. */
#define IMPROVEMENTS { 0.0, 0.0, 0.0, 7.7, 0.0, 4.3, 1.5 }
#define HIGH_12_POLICIES 4.2
#define HIGH_12_EVALUATED 76679
#define HIGH_15_POLICIES 113.4
#define HIGH_15_EVALUATED 1634751
#define HIGH_LEAST_SPARED 10
#define HIGH_MOST_SPARED 20
#define HIGH_MEGABYTES 83
#define HIGH_EXPLICIT_MEGABYTES 1011
