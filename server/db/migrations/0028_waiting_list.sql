ALTER TABLE "clue" DROP CONSTRAINT "clue_state";--> statement-breakpoint
ALTER TABLE "open_day_notice" DROP CONSTRAINT "open_day_notice_kind";--> statement-breakpoint
ALTER TABLE "import_content_change" ADD COLUMN "row_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "waitlisted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "seat_given_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "clue_waiting" ON "clue" USING btree ("open_day_id","id") WHERE "clue"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_state" CHECK ("clue"."state" in ('received', 'waiting', 'contacted', 'cancelled', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "open_day_notice" ADD CONSTRAINT "open_day_notice_kind" CHECK ("open_day_notice"."kind" in ('moved', 'cancelled', 'reinstated', 'seat'));