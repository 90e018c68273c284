ALTER TABLE "open_day_notice" DROP CONSTRAINT "open_day_notice_kind";--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "removal_reason" text;--> statement-breakpoint
ALTER TABLE "open_day_notice" ADD CONSTRAINT "open_day_notice_kind" CHECK ("open_day_notice"."kind" in ('moved', 'cancelled', 'reinstated', 'seat', 'removed'));