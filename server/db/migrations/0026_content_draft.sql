CREATE TABLE "content_draft" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"row_id" integer,
	"school_id" integer,
	"title" text NOT NULL,
	"base" text,
	"changes" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"author_id" integer,
	"author" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"publish_at" timestamp with time zone,
	"reason" text,
	"problems" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_draft_state" CHECK ("content_draft"."state" in ('draft', 'proposed', 'scheduled', 'refused', 'published', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "import_record" ADD COLUMN "draft_id" integer;--> statement-breakpoint
ALTER TABLE "content_draft" ADD CONSTRAINT "content_draft_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_draft" ADD CONSTRAINT "content_draft_author_id_staff_member_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff_member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_draft_row" ON "content_draft" USING btree ("kind","row_id");--> statement-breakpoint
CREATE INDEX "content_draft_state" ON "content_draft" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "content_draft_school" ON "content_draft" USING btree ("school_id");