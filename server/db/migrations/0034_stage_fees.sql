DROP INDEX "school_search_city";--> statement-breakpoint
DROP INDEX "school_search_all";--> statement-breakpoint
DROP INDEX "school_search_child";--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "stage_fees" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
-- What `stageFees` (search/grade-cells.ts) makes of the tuition of a school's grades, else of the whole school.
WITH "amount" AS (
  SELECT DISTINCT ON ("tuition"."school_id", "level") "tuition"."school_id", "level",
    CASE WHEN "school"."boarding" IS DISTINCT FROM 'full' THEN "tuition"."day" END AS "day",
    CASE WHEN "school"."boarding" IS DISTINCT FROM 'day' THEN coalesce("tuition"."boarding", "tuition"."day") END AS "boarder"
  FROM "school_tuition" AS "tuition" JOIN "school" ON "school"."id" = "tuition"."school_id"
    JOIN generate_series(-3, 12) AS "level" ON "level" BETWEEN "tuition"."from_grade" AND "tuition"."to_grade"
  ORDER BY "tuition"."school_id", "level", "tuition"."school_year" DESC, "tuition"."position"
), "known" AS (
  SELECT "school_id", CASE WHEN "level" < 1 THEN 1 WHEN "level" < 7 THEN 2 WHEN "level" < 10 THEN 3 ELSE 4 END AS "place",
    min(least("day", "boarder")) AS "lowest", max(greatest("day", "boarder")) AS "highest"
  FROM "amount" GROUP BY 1, 2
), "taught" AS (
  SELECT "school"."id", "stage"."place",
    "stage"."slug" = ANY("school"."stages") AS "is_taught",
    cardinality("school"."stages") = 1 OR coalesce("tuition_min", "tuition_max") = coalesce("tuition_max", "tuition_min") AS "is_one"
  FROM "school" CROSS JOIN (VALUES (1, 'kindergarten'), (2, 'primary'), (3, 'middle'), (4, 'high')) AS "stage" ("place", "slug")
), "bound" AS (
  SELECT "taught"."id", "taught"."place", "side",
    CASE WHEN NOT "is_taught" THEN NULL
      WHEN "lowest" IS NOT NULL THEN CASE "side" WHEN 1 THEN "lowest" ELSE "highest" END
      WHEN "is_one" THEN CASE "side" WHEN 1 THEN coalesce("tuition_min", "tuition_max") ELSE coalesce("tuition_max", "tuition_min") END
    END AS "fee"
  FROM "taught" JOIN "school" ON "school"."id" = "taught"."id" CROSS JOIN generate_series(1, 2) AS "side"
    LEFT JOIN "known" ON "known"."school_id" = "taught"."id" AND "known"."place" = "taught"."place"
), "fees" AS (
  SELECT "id", array_agg(coalesce("fee", -1) ORDER BY "place", "side") AS "all" FROM "bound" GROUP BY "id" HAVING max("fee") IS NOT NULL
)
UPDATE "school_search" SET "stage_fees" = "fees"."all" FROM "fees" WHERE "fees"."id" = "school_search"."school_id";--> statement-breakpoint
UPDATE "school_search" SET "rank" = "school_search"."rank" + 500000000 FROM "school"
WHERE "school"."id" = "school_search"."school_id" AND "school"."state" = 'not_enrolling';--> statement-breakpoint
CREATE INDEX "school_search_city" ON "school_search" USING btree ("city_code","rank","school_id","facets","tuition_min","tuition_max","founded","stage_fees","run");--> statement-breakpoint
CREATE INDEX "school_search_all" ON "school_search" USING btree ("rank","school_id","city_code","facets","tuition_min","tuition_max","founded","stage_fees","run");--> statement-breakpoint
CREATE INDEX "school_search_child" ON "school_search" USING btree ("city_code","rank","school_id","facets","lat","lng","grade_fees","grade_entry","stage_fees","run");