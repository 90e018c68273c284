ALTER TABLE "visitor" ADD COLUMN "agreed_version" text;--> statement-breakpoint
ALTER TABLE "visitor" ADD COLUMN "agreed_at" timestamp with time zone;