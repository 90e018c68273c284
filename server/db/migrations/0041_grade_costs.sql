DROP INDEX "school_search_child";--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "grade_costs" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
-- What `gradeCosts` (search/grade-cells.ts) makes of a school's tuition and yearly fees.
WITH "tuition" AS (
  SELECT DISTINCT ON ("row"."school_id", "level") "row"."school_id", "level", "school"."boarding" AS "places",
    CASE WHEN "school"."boarding" IS DISTINCT FROM 'full' THEN "row"."day" END AS "day",
    CASE WHEN "school"."boarding" IS DISTINCT FROM 'day' THEN coalesce("row"."boarding", "row"."day") END AS "boarder"
  FROM "school_tuition" AS "row" JOIN "school" ON "school"."id" = "row"."school_id"
    JOIN generate_series(-3, 12) AS "level" ON "level" BETWEEN "row"."from_grade" AND "row"."to_grade"
  ORDER BY "row"."school_id", "level", "row"."school_year" DESC, "row"."position"
), "fee" AS (
  SELECT "school_id", coalesce(sum("amount") FILTER (WHERE "applies_to" = 'everybody'), 0)::integer AS "everybody",
    coalesce(sum("amount") FILTER (WHERE "applies_to" = 'boarders'), 0)::integer AS "boarders",
    coalesce(sum("amount") FILTER (WHERE "applies_to" = 'bus'), 0)::integer AS "bus"
  FROM "school_fee" WHERE "per" = 'year' GROUP BY "school_id"
), "cost" AS (
  SELECT "tuition"."school_id", "level", "places", "day" + coalesce("everybody", 0) AS "day",
    "boarder" + coalesce("everybody", 0) + coalesce("boarders", 0) AS "boarder"
  FROM "tuition" LEFT JOIN "fee" ON "fee"."school_id" = "tuition"."school_id"
), "shown" AS (
  SELECT "school_id", "level", coalesce("day", CASE WHEN "places" = 'full' THEN "boarder" END, -1) AS "day",
    coalesce("boarder", CASE WHEN "places" = 'day' THEN "day" END, -1) AS "boarder"
  FROM "cost"
), "cells" AS (
  SELECT "priced"."school_id", array_agg(CASE "side" WHEN 1 THEN coalesce("shown"."day", -1) ELSE coalesce("shown"."boarder", -1) END ORDER BY "level", "side") AS "grades"
  FROM (SELECT DISTINCT "school_id" FROM "school_tuition") AS "priced"
    CROSS JOIN generate_series(-3, 12) AS "level" CROSS JOIN generate_series(1, 2) AS "side"
    LEFT JOIN "shown" USING ("school_id", "level")
  GROUP BY "priced"."school_id"
)
UPDATE "school_search" SET "grade_costs" = "grades" || coalesce((SELECT "bus" FROM "fee" WHERE "fee"."school_id" = "cells"."school_id"), 0)
FROM "cells" WHERE "cells"."school_id" = "school_search"."school_id";--> statement-breakpoint
-- A tuition that equals a bound of a band is in the band below it: bits 36 to 40 of the facets.
UPDATE "school_search" SET "facets" = ("facets" & ~(31::bigint << 36)) | (
  (2::bigint << (36 + width_bucket(coalesce("tuition_max", "tuition_min") - 1, array[50000, 100000, 200000, 300000])))
  - (1::bigint << (36 + width_bucket(coalesce("tuition_min", "tuition_max") - 1, array[50000, 100000, 200000, 300000])))
) WHERE coalesce("tuition_min", "tuition_max") IS NOT NULL;--> statement-breakpoint
-- Where nobody stated anything the verdict is not known, which 0 stands for: it was to be asked.
UPDATE "school_search" AS "row" SET "grade_entry" = (
  SELECT array_agg("cell" ORDER BY "place") FROM (
    SELECT "place", sum(CASE
      WHEN ("value" >> (2 * "group")) & 3 = 2
        AND NOT ("group" = 2 AND "school"."kind" IS NOT DISTINCT FROM 'foreign')
        AND ("place" = 17 OR NOT EXISTS (SELECT FROM "school_entry_grade" AS "entry" WHERE "entry"."school_id" = "row"."school_id"))
        AND NOT EXISTS (
          SELECT FROM "school_eligibility" AS "stated" WHERE "stated"."school_id" = "row"."school_id"
            AND "stated"."identity" = (array['mainland', 'foreign', 'hmt', 'overseas'])["group"]
            AND ("place" = 17 OR "stated"."from_grade" IS NULL OR "stated"."to_grade" IS NULL
              OR "place" - 4 BETWEEN "stated"."from_grade" AND "stated"."to_grade"))
      THEN 0 ELSE (("value" >> (2 * "group")) & 3) << (2 * "group") END)::smallint AS "cell"
    FROM unnest("row"."grade_entry") WITH ORDINALITY AS "stored" ("value", "place") CROSS JOIN generate_series(0, 4) AS "group"
    GROUP BY "place"
  ) AS "cells"
) FROM "school" WHERE "school"."id" = "row"."school_id" AND cardinality("row"."grade_entry") > 0;--> statement-breakpoint
CREATE INDEX "school_search_child" ON "school_search" USING btree ("city_code","rank","school_id","facets","lat","lng","grade_costs","grade_entry","stage_fees","run");--> statement-breakpoint
ALTER TABLE "school_search" DROP COLUMN "grade_fees";
