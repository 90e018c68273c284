ALTER TABLE "clue" ADD COLUMN "wish" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "people" text;