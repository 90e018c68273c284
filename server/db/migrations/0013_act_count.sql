CREATE TABLE "act_count" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP TABLE "wrong_code" CASCADE;--> statement-breakpoint
CREATE INDEX "act_count_ends" ON "act_count" USING btree ("ends_at");