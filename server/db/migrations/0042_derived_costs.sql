-- What `derivedCosts` (services/import/schools/derived-costs.ts) makes of a school's rows replaces what was typed beside them.
-- What is replaced stays readable in the audit trail of the school.
CREATE TEMPORARY TABLE "priced" ON COMMIT DROP AS
SELECT DISTINCT ON ("row"."school_id", "level") "row"."school_id", "level",
  CASE WHEN "school"."boarding" IS DISTINCT FROM 'full' THEN "row"."day" END AS "day",
  CASE WHEN "school"."boarding" IS DISTINCT FROM 'day' THEN coalesce("row"."boarding", "row"."day") END AS "boarder"
FROM "school_tuition" AS "row" JOIN "school" ON "school"."id" = "row"."school_id"
  JOIN generate_series(-3, 12) AS "level" ON "level" BETWEEN "row"."from_grade" AND "row"."to_grade"
ORDER BY "row"."school_id", "level", "row"."school_year" DESC, "row"."position";--> statement-breakpoint
CREATE TEMPORARY TABLE "derived" ON COMMIT DROP AS
WITH "fee" AS (
  SELECT "school_id", coalesce(sum("amount") FILTER (WHERE "applies_to" = 'everybody'), 0)::integer AS "everybody",
    coalesce(sum("amount") FILTER (WHERE "applies_to" = 'boarders'), 0)::integer AS "boarders",
    coalesce(sum("amount") FILTER (WHERE "applies_to" = 'bus' OR "applies_to" IS NULL), 0)::integer AS "chosen"
  FROM "school_fee" WHERE "per" = 'year' GROUP BY "school_id"
)
SELECT "priced"."school_id" AS "id", min(least("day", "boarder")) AS "tuition_min", max(greatest("day", "boarder")) AS "tuition_max",
  min(least("day" + "everybody", "boarder" + "everybody" + "boarders")) AS "total_cost_min",
  max(greatest("day" + "everybody", "boarder" + "everybody" + "boarders") + "chosen") AS "total_cost_max"
FROM "priced" LEFT JOIN "fee" ON "fee"."school_id" = "priced"."school_id"
GROUP BY "priced"."school_id" HAVING min(least("day", "boarder")) IS NOT NULL;--> statement-breakpoint
INSERT INTO "access_log" ("command", "operator", "record", "changes", "details", "rows")
SELECT 'upgrade costs', 'upgrade', 'school:' || "school"."id", "changes"."all", '{}', 1
FROM "school" JOIN "derived" USING ("id")
  CROSS JOIN LATERAL (
    SELECT jsonb_object_agg("name", jsonb_build_array("before", "after")) AS "all"
    FROM (VALUES ('tuition_min', "school"."tuition_min", "derived"."tuition_min"), ('tuition_max', "school"."tuition_max", "derived"."tuition_max"),
      ('total_cost_min', "school"."total_cost_min", "derived"."total_cost_min"), ('total_cost_max', "school"."total_cost_max", "derived"."total_cost_max")) AS "value" ("name", "before", "after")
    WHERE "before" IS NOT NULL AND "after" IS NOT NULL AND "before" <> "after"
  ) AS "changes" WHERE "changes"."all" IS NOT NULL;--> statement-breakpoint
UPDATE "school" SET "tuition_min" = "derived"."tuition_min", "tuition_max" = "derived"."tuition_max",
  "total_cost_min" = coalesce("derived"."total_cost_min", "school"."total_cost_min"), "total_cost_max" = coalesce("derived"."total_cost_max", "school"."total_cost_max")
FROM "derived" WHERE "derived"."id" = "school"."id";--> statement-breakpoint
UPDATE "school_search" SET "tuition_min" = "derived"."tuition_min", "tuition_max" = "derived"."tuition_max",
  "facets" = ("facets" & ~(31::bigint << 36)) | (
    (2::bigint << (36 + width_bucket("derived"."tuition_max" - 1, array[50000, 100000, 200000, 300000])))
    - (1::bigint << (36 + width_bucket("derived"."tuition_min" - 1, array[50000, 100000, 200000, 300000]))))
FROM "derived" WHERE "derived"."id" = "school_search"."school_id";--> statement-breakpoint
-- A stage without rows of its own has the tuition of a school with one stage, or one price.
WITH "own" AS (
  SELECT "school_id", CASE WHEN "level" < 1 THEN 1 WHEN "level" < 7 THEN 2 WHEN "level" < 10 THEN 3 ELSE 4 END AS "place",
    min(least("day", "boarder")) AS "lowest", max(greatest("day", "boarder")) AS "highest"
  FROM "priced" GROUP BY 1, 2
), "bound" AS (
  SELECT "school"."id", "stage"."place", "side",
    CASE WHEN NOT "stage"."slug" = ANY("school"."stages") THEN NULL
      WHEN "lowest" IS NOT NULL THEN CASE "side" WHEN 1 THEN "lowest" ELSE "highest" END
      WHEN cardinality("school"."stages") = 1 OR "school"."tuition_min" = "school"."tuition_max"
        THEN CASE "side" WHEN 1 THEN "school"."tuition_min" ELSE "school"."tuition_max" END
    END AS "fee"
  FROM "derived" JOIN "school" USING ("id")
    CROSS JOIN (VALUES (1, 'kindergarten'), (2, 'primary'), (3, 'middle'), (4, 'high')) AS "stage" ("place", "slug")
    CROSS JOIN generate_series(1, 2) AS "side"
    LEFT JOIN "own" ON "own"."school_id" = "school"."id" AND "own"."place" = "stage"."place"
), "fees" AS (
  SELECT "id", array_agg(coalesce("fee", -1) ORDER BY "place", "side") AS "all" FROM "bound" GROUP BY "id" HAVING max("fee") IS NOT NULL
)
UPDATE "school_search" SET "stage_fees" = "fees"."all" FROM "fees" WHERE "fees"."id" = "school_search"."school_id";
