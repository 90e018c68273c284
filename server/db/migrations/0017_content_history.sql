CREATE TABLE "import_previous" (
	"import_id" integer NOT NULL,
	"content" text NOT NULL,
	"row_id" integer NOT NULL,
	"previous" jsonb,
	"written_at" timestamp with time zone,
	CONSTRAINT "import_previous_import_id_content_row_id_pk" PRIMARY KEY("import_id","content","row_id")
);
--> statement-breakpoint
CREATE TABLE "import_record" (
	"id" integer PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"files" jsonb NOT NULL,
	"sums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" text
);
--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "original_body" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_previous" ADD CONSTRAINT "import_previous_import_id_import_record_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."import_record"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "access_log_is_append_only" BEFORE DELETE OR UPDATE OF "id", "command", "operator", "details", "at" ON "access_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
