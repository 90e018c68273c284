CREATE TABLE "open_day_notice" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "open_day_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"clue_id" integer NOT NULL,
	"open_day_id" integer NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sms_sent_at" timestamp with time zone,
	"called_at" timestamp with time zone,
	"called_by" text,
	CONSTRAINT "open_day_notice_kind" CHECK ("open_day_notice"."kind" in ('moved', 'cancelled', 'reinstated'))
);
--> statement-breakpoint
ALTER TABLE "open_day" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "open_day" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "sequence_key" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "booked_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "crm_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "staff_notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "open_day_notice" ADD CONSTRAINT "open_day_notice_clue_id_clue_id_fk" FOREIGN KEY ("clue_id") REFERENCES "public"."clue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_day_notice" ADD CONSTRAINT "open_day_notice_open_day_id_open_day_id_fk" FOREIGN KEY ("open_day_id") REFERENCES "public"."open_day"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_day_notice_clue" ON "open_day_notice" USING btree ("clue_id","id");--> statement-breakpoint
CREATE INDEX "open_day_notice_open_day" ON "open_day_notice" USING btree ("open_day_id");--> statement-breakpoint
CREATE INDEX "outbox_sequence" ON "outbox" USING btree ("sequence_key","id") WHERE "outbox"."done_at" is null;--> statement-breakpoint
CREATE INDEX "clue_open_day" ON "clue" USING btree ("open_day_id");--> statement-breakpoint
UPDATE "outbox" SET "sequence_key" = 'clue:' || ("payload" ->> 'id') WHERE "kind" = 'lead' AND "done_at" IS NULL;--> statement-breakpoint
UPDATE "clue" SET "booked_for" = "open_day"."starts_at" FROM "open_day" WHERE "open_day"."id" = "clue"."open_day_id" AND "clue"."anonymised_at" IS NULL;--> statement-breakpoint
UPDATE "clue" SET "staff_notified_at" = "created_at" WHERE "anonymised_at" IS NULL;--> statement-breakpoint
-- A lead whose job was tried or done may be known to the CRM.
UPDATE "clue" SET "crm_sent_at" = "created_at" WHERE "anonymised_at" IS NULL AND NOT EXISTS (
	SELECT FROM "outbox" WHERE "outbox"."sequence_key" = 'clue:' || "clue"."id" AND "outbox"."done_at" IS NULL AND "outbox"."tries" = 0
);
