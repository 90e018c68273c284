ALTER TABLE "staff_member" ADD COLUMN "lead_digest" jsonb;--> statement-breakpoint
ALTER TABLE "staff_member" ADD COLUMN "lead_digest_at" timestamp with time zone;