ALTER TABLE "lead_entry" DROP CONSTRAINT "lead_entry_kind";--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_entry" ADD CONSTRAINT "lead_entry_kind" CHECK ("lead_entry"."kind" in ('contacted', 'attempted', 'note', 'assigned', 'transferred', 'resent', 'closed'));