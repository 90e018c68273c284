CREATE TABLE "import_picture" (
	"hash" text PRIMARY KEY NOT NULL
);
