CREATE TABLE "import_change" (
	"school_id" integer PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"names" jsonb,
	"sections" jsonb,
	"searched" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_run" (
	"slot" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "import_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"after_school_id" integer NOT NULL,
	"holder" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_run_id_unique" UNIQUE("id"),
	CONSTRAINT "import_run_one_row" CHECK ("import_run"."slot" = 1)
);
--> statement-breakpoint
ALTER TABLE "school" DROP CONSTRAINT "school_key_unique";--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;