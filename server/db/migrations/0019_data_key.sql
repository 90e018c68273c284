CREATE TABLE "data_key" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key_id" text NOT NULL,
	"previous_id" text,
	"kept_marks" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_key_one_row" CHECK ("data_key"."id" = 1)
);
