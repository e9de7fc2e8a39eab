/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* 128-bit integers, for exact products of two 64-bit ones. */
__extension__ typedef unsigned __int128 DeidWide;
__extension__ typedef __int128 DeidSignedWide;
