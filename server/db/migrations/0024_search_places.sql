ALTER TABLE "school_search" ADD COLUMN "lat" double precision;--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "lng" double precision;--> statement-breakpoint
UPDATE "school_search" SET "lat" = "school"."lat", "lng" = "school"."lng" FROM "school"
WHERE "school"."id" = "school_search"."school_id" AND "school"."lat" IS NOT NULL;