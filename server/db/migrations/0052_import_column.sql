CREATE TABLE "import_column" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"meaning" text NOT NULL,
	"said_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_column_kind_name_pk" PRIMARY KEY("kind","name")
);
