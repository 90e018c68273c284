CREATE TABLE "school_statement" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"facts" text[] NOT NULL,
	"value" text,
	"source_kind" text,
	"source" text,
	"source_url" text,
	"source_date" date,
	"received_on" date,
	"checked_on" date,
	"checked_by" text,
	CONSTRAINT "school_statement_school_id_position_pk" PRIMARY KEY("school_id","position"),
	CONSTRAINT "school_statement_value" CHECK ("school_statement"."value" is null or cardinality("school_statement"."facts") = 1)
);
--> statement-breakpoint
ALTER TABLE "school_statement" ADD CONSTRAINT "school_statement_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "school_statement" ("school_id", "position", "facts", "source", "source_date")
SELECT s."id", 1, known.facts, s."source", s."source_date" FROM "school" s, LATERAL (
  SELECT array_remove(ARRAY[
    case when "district" is not null then 'district' end,
    case when "address" is not null then 'address' end,
    case when "stages" <> '{}' then 'stages' end,
    case when "kind" is not null then 'kind' end,
    case when "curricula" <> '{}' then 'curricula' end,
    case when "boarding" is not null then 'boarding' end,
    case when "founded" is not null then 'founded' end,
    case when "students" is not null then 'students' end,
    case when "class_size" is not null then 'class_size' end,
    case when "teacher_ratio" is not null then 'teacher_ratio' end,
    case when "foreign_teachers" is not null then 'foreign_teachers' end,
    case when coalesce("tuition_min", "tuition_max") is not null then 'tuition_min' end,
    case when coalesce("total_cost_min", "total_cost_max") is not null then 'total_cost_min' end,
    case when exists (select from "school_tuition" t where t."school_id" = s."id") then 'tuition' end,
    case when exists (select from "school_fee" t where t."school_id" = s."id") then 'fees' end,
    case when exists (select from "school_entry_grade" t where t."school_id" = s."id") then 'entry_grades' end,
    case when exists (select from "school_eligibility" t where t."school_id" = s."id") then 'eligibility' end,
    case when exists (select from "school_admission_step" t where t."school_id" = s."id") then 'admission_steps' end,
    case when exists (select from "school_bus_stop" t where t."school_id" = s."id") then 'bus_lines' end,
    case when "phone" is not null then 'phone' end,
    case when "website" is not null then 'website' end
  ], null) AS facts
) known WHERE (s."source" is not null or s."source_date" is not null) and known.facts <> '{}';--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "source";--> statement-breakpoint
ALTER TABLE "school" DROP COLUMN "source_date";