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
DROP INDEX "school_successor";--> statement-breakpoint
DROP INDEX "school_search_city";--> statement-breakpoint
DROP INDEX "school_search_all";--> statement-breakpoint
DROP INDEX "school_search_tokens";--> statement-breakpoint
ALTER TABLE "school_search" DROP CONSTRAINT "school_search_pkey";--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "school_search" ADD CONSTRAINT "school_search_school_id_run_pk" PRIMARY KEY("school_id","run");--> statement-breakpoint
CREATE UNIQUE INDEX "school_key" ON "school" USING btree ("key") WHERE "school"."key" is not null;--> statement-breakpoint
CREATE INDEX "school_namesake" ON "school" USING btree (split_part("identity", chr(10), 1));--> statement-breakpoint
CREATE INDEX "school_successor" ON "school" USING btree ("successor_id") WHERE "school"."successor_id" is not null;--> statement-breakpoint
CREATE INDEX "school_search_city" ON "school_search" USING btree ("city_code","rank","school_id","facets","tuition_min","tuition_max","founded","run");--> statement-breakpoint
CREATE INDEX "school_search_all" ON "school_search" USING btree ("rank","school_id","city_code","facets","tuition_min","tuition_max","founded","run");--> statement-breakpoint
CREATE INDEX "school_search_tokens" ON "school_search" USING gin ("tokens") WITH (gin_pending_list_limit=256);--> statement-breakpoint
-- Room on each page: rows that change stay there, and their indexes with them.
ALTER TABLE "school" SET (fillfactor = 50);
