CREATE TABLE "fact_check" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fact_check_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"school_id" integer NOT NULL,
	"fact" text NOT NULL,
	"shown" text NOT NULL,
	"finding" text,
	"note" text,
	"checked_at" timestamp with time zone,
	"checked_by" text,
	CONSTRAINT "fact_check_once" UNIQUE("month","school_id","fact"),
	CONSTRAINT "fact_check_finding" CHECK ("fact_check"."finding" in ('right', 'wrong', 'unclear'))
);
--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "nationalities" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "teacher_tenure" real;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "head_since" integer;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "learning_support" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "language_support" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "school_day" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "after_school" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "uniform" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "places_now" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "deposit" integer;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "refunds" text;--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "stale_facts" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "fact_check" ADD CONSTRAINT "fact_check_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fact_check_school" ON "fact_check" USING btree ("school_id");--> statement-breakpoint
UPDATE "school_search" s SET "fresh_until" = t."day" FROM (
  SELECT "school_id", min(coalesce("source_date", "received_on")) + 365 as "day" FROM "school_statement"
  WHERE "value" is null GROUP BY "school_id"
) t WHERE t."school_id" = s."school_id";
