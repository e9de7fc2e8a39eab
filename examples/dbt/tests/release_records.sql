SELECT 1 AS other FROM (SELECT count(*) AS n0 FROM {{ source('release_input', 'input') }} t) s WHERE coalesce(n0, 0) <> 5000
