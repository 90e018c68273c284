CREATE TABLE "lead_entry" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"clue_id" integer NOT NULL,
	"kind" text NOT NULL,
	"staff_id" integer,
	"author" text NOT NULL,
	"recipient" text,
	"outcome" text,
	"note_cipher" text,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_entry_kind" CHECK ("lead_entry"."kind" in ('contacted', 'attempted', 'note', 'assigned', 'transferred', 'resent'))
);
--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "refusal_reason" text;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "joined_to" integer;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "contacted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "claimed_by" integer;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "transferred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lead_entry" ADD CONSTRAINT "lead_entry_clue_id_clue_id_fk" FOREIGN KEY ("clue_id") REFERENCES "public"."clue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_entry" ADD CONSTRAINT "lead_entry_staff_id_staff_member_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_entry_clue" ON "lead_entry" USING btree ("clue_id","id");--> statement-breakpoint
CREATE INDEX "lead_entry_staff" ON "lead_entry" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_joined_to_question_id_fk" FOREIGN KEY ("joined_to") REFERENCES "public"."question"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_assignee_id_staff_member_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff_member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_claimed_by_staff_member_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."staff_member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_joined" ON "question" USING btree ("joined_to");--> statement-breakpoint
CREATE INDEX "clue_school" ON "clue" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "clue_created" ON "clue" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "clue_assignee" ON "clue" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "clue_claimed" ON "clue" USING btree ("claimed_by");--> statement-breakpoint
UPDATE "clue" SET "contacted_at" = "updated_at" WHERE "state" = 'contacted' AND "anonymised_at" IS NULL;
