DROP INDEX "school_search_city";--> statement-breakpoint
DROP INDEX "school_search_all";--> statement-breakpoint
DROP INDEX "school_search_child";--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "teaching_languages" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "supports" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "more_facets" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "school_search_city" ON "school_search" USING btree ("city_code","rank","school_id","facets","more_facets","tuition_min","tuition_max","founded","stage_fees","run");--> statement-breakpoint
CREATE INDEX "school_search_all" ON "school_search" USING btree ("rank","school_id","city_code","facets","more_facets","tuition_min","tuition_max","founded","stage_fees","run");--> statement-breakpoint
CREATE INDEX "school_search_child" ON "school_search" USING btree ("city_code","rank","school_id","facets","more_facets","lat","lng","grade_costs","grade_entry","stage_fees","run");--> statement-breakpoint
-- Rows of schools with buses say so when they are made again, which the start of a process does with rows past this day.
UPDATE "school_search" SET "fresh_until" = '2000-01-01' WHERE "school_id" IN (
  SELECT "school_id" FROM "school_bus_stop" UNION SELECT "school_id" FROM "school_fee" WHERE "applies_to" = 'bus');
