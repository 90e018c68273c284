DROP INDEX "code_address";--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "to_known_phone" boolean DEFAULT false NOT NULL;