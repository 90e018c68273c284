ALTER TABLE "content_draft" ADD COLUMN "scheduled_by_id" integer;--> statement-breakpoint
ALTER TABLE "content_draft" ADD CONSTRAINT "content_draft_scheduled_by_id_staff_member_id_fk" FOREIGN KEY ("scheduled_by_id") REFERENCES "public"."staff_member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Drafts that are scheduled already: by the access log, whoever scheduled them last.
UPDATE "content_draft" SET "scheduled_by_id" = (
  SELECT "staff_id" FROM "access_log"
  WHERE "command" = 'staff drafts schedule' AND "record" = 'draft:' || "content_draft"."id" AND "staff_id" IS NOT NULL
  ORDER BY "access_log"."id" DESC LIMIT 1
) WHERE "state" = 'scheduled';
