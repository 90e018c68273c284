CREATE TABLE "school_admission_step" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"school_year" smallint NOT NULL,
	"from_grade" smallint,
	"to_grade" smallint,
	"round" text,
	"date" date NOT NULL,
	"end_date" date,
	"note" text,
	"source" text,
	"source_date" date,
	CONSTRAINT "school_admission_step_school_id_position_pk" PRIMARY KEY("school_id","position"),
	CONSTRAINT "school_admission_step_dates" CHECK ("school_admission_step"."date" <= "school_admission_step"."end_date")
);
--> statement-breakpoint
CREATE TABLE "school_bus_stop" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"line" text NOT NULL,
	"name" text NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"time" text,
	"price" integer,
	"note" text,
	"source" text,
	"source_date" date,
	CONSTRAINT "school_bus_stop_school_id_position_pk" PRIMARY KEY("school_id","position")
);
--> statement-breakpoint
CREATE TABLE "school_eligibility" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"identity" text NOT NULL,
	"verdict" text NOT NULL,
	"condition" text,
	"from_grade" smallint,
	"to_grade" smallint,
	"source" text,
	"source_date" date,
	CONSTRAINT "school_eligibility_school_id_position_pk" PRIMARY KEY("school_id","position"),
	CONSTRAINT "school_eligibility_verdict" CHECK ("school_eligibility"."verdict" in ('yes', 'conditional', 'no'))
);
--> statement-breakpoint
CREATE TABLE "school_entry_grade" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"from_grade" smallint NOT NULL,
	"to_grade" smallint NOT NULL,
	"school_year" smallint,
	"places" integer,
	"tests" text[],
	"languages" text[],
	"documents" text[],
	"note" text,
	"source" text,
	"source_date" date,
	CONSTRAINT "school_entry_grade_school_id_position_pk" PRIMARY KEY("school_id","position"),
	CONSTRAINT "school_entry_grade_grades" CHECK ("school_entry_grade"."from_grade" <= "school_entry_grade"."to_grade")
);
--> statement-breakpoint
CREATE TABLE "school_record" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"detail" text NOT NULL,
	"source" text NOT NULL,
	"url" text,
	CONSTRAINT "school_record_school_id_position_pk" PRIMARY KEY("school_id","position")
);
--> statement-breakpoint
CREATE TABLE "school_tuition" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"from_grade" smallint NOT NULL,
	"to_grade" smallint NOT NULL,
	"school_year" smallint NOT NULL,
	"day" integer,
	"boarding" integer,
	"source" text,
	"source_date" date,
	CONSTRAINT "school_tuition_school_id_position_pk" PRIMARY KEY("school_id","position"),
	CONSTRAINT "school_tuition_grades" CHECK ("school_tuition"."from_grade" <= "school_tuition"."to_grade"),
	CONSTRAINT "school_tuition_amount" CHECK (coalesce("school_tuition"."day", "school_tuition"."boarding") is not null),
	CONSTRAINT "school_tuition_boarding" CHECK ("school_tuition"."day" <= "school_tuition"."boarding")
);
--> statement-breakpoint
ALTER TABLE "import_change" ADD COLUMN "lists" jsonb;--> statement-breakpoint
ALTER TABLE "school_fee" ADD COLUMN "applies_to" text;--> statement-breakpoint
ALTER TABLE "school_fee" ADD COLUMN "refundable" boolean;--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "grade_fees" smallint[] DEFAULT '{}'::smallint[] NOT NULL;--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "grade_entry" smallint[] DEFAULT '{}'::smallint[] NOT NULL;--> statement-breakpoint
ALTER TABLE "school_admission_step" ADD CONSTRAINT "school_admission_step_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_bus_stop" ADD CONSTRAINT "school_bus_stop_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_eligibility" ADD CONSTRAINT "school_eligibility_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_entry_grade" ADD CONSTRAINT "school_entry_grade_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_record" ADD CONSTRAINT "school_record_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_tuition" ADD CONSTRAINT "school_tuition_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "school_admission_step_date" ON "school_admission_step" USING btree ("date","school_id");--> statement-breakpoint
CREATE INDEX "school_bus_stop_place" ON "school_bus_stop" USING btree ("lat","lng","school_id") WHERE "school_bus_stop"."lat" is not null;--> statement-breakpoint
ALTER TABLE "import_change" DROP COLUMN "fees";--> statement-breakpoint
-- Rows of earlier versions have no verdicts: open schools are to be asked (search/grade-cells.ts), the others take nobody.
UPDATE "school_search" SET "grade_entry" = array_fill(1023::smallint, ARRAY[17]) FROM "school" WHERE "school"."id" = "school_search"."school_id" AND "school"."state" <> 'open';
