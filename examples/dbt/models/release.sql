SELECT * FROM {{ ref('release_unchecked') }}
WHERE NOT EXISTS (SELECT 1 AS other FROM (SELECT count(*) AS n0 FROM {{ source('release_input', 'input') }} t) s WHERE coalesce(n0, 0) <> 5000)
AND NOT EXISTS (SELECT 1 AS other FROM (SELECT e0 AS e0, e1 AS e1, e2 AS e2, e3 AS e3, n AS n0 FROM {{ ref('release_expected') }} UNION ALL SELECT '=' || coalesce(CAST(t."age" AS text) COLLATE C, '') || '=' AS e0, '=' || coalesce(CAST(t."sex" AS text) COLLATE C, '') || '=' AS e1, '=' || coalesce(CAST(t."zip" AS text) COLLATE C, '') || '=' AS e2, '=' || coalesce(CAST(t."diagnosis" AS text) COLLATE C, '') || '=' AS e3, -CAST(1 AS bigint) AS n0 FROM {{ ref('release_unchecked') }} t) u GROUP BY e0 COLLATE C, e1 COLLATE C, e2 COLLATE C, e3 COLLATE C HAVING CAST(sum(n0) AS bigint) <> 0)
ORDER BY random()
