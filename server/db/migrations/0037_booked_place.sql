ALTER TABLE "open_day_notice" DROP CONSTRAINT "open_day_notice_kind";--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "booked_place" text;--> statement-breakpoint
ALTER TABLE "open_day_notice" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "open_day_notice" ADD CONSTRAINT "open_day_notice_kind" CHECK ("open_day_notice"."kind" in ('moved', 'relocated', 'cancelled', 'reinstated', 'seat', 'removed'));--> statement-breakpoint
UPDATE "clue" SET "booked_place" = d."place" FROM "open_day" d WHERE d."id" = "clue"."open_day_id" AND "clue"."anonymised_at" IS NULL AND d."ends_at" > now();
