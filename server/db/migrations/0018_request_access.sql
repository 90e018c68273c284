ALTER TABLE "clue" ADD COLUMN "access_cipher" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "access_hash" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "duplicate_of" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "holds_seat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_access_hash_unique" UNIQUE("access_hash");--> statement-breakpoint
-- Each booking that stands was counted with a seat of its own.
UPDATE "clue" SET "holds_seat" = true WHERE "open_day_id" IS NOT NULL AND "anonymised_at" IS NULL AND "state" IN ('received', 'contacted');--> statement-breakpoint
-- Whose account sent a request with a phone that it did not prove does not own it.
UPDATE "clue" SET "visitor_id" = NULL FROM "visitor" WHERE "visitor"."id" = "clue"."visitor_id" AND "clue"."anonymised_at" IS NULL AND "clue"."phone_hash" IS DISTINCT FROM "visitor"."phone_hash" AND "clue"."verified_at" IS DISTINCT FROM "clue"."created_at";--> statement-breakpoint
UPDATE "consent" SET "visitor_id" = NULL FROM "clue" WHERE "clue"."id" = "consent"."clue_id" AND "clue"."anonymised_at" IS NULL AND "consent"."visitor_id" IS DISTINCT FROM "clue"."visitor_id";--> statement-breakpoint
-- A request that was taken back has no consent that goes on.
UPDATE "consent" SET "withdrawn_at" = coalesce("clue"."cancelled_at", now()) FROM "clue" WHERE "clue"."id" = "consent"."clue_id" AND "consent"."withdrawn_at" IS NULL AND "clue"."state" IN ('cancelled', 'withdrawn');
