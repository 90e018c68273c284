CREATE TABLE "idempotency_key" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"clue_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "clue_key";--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_clue_id_clue_id_fk" FOREIGN KEY ("clue_id") REFERENCES "public"."clue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_clue" ON "idempotency_key" USING btree ("clue_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
INSERT INTO "idempotency_key" ("key_hash", "body_hash", "clue_id", "created_at") SELECT "key_hash", coalesce("body_hash", ''), "id", "created_at" FROM "clue" WHERE "key_hash" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "clue" DROP COLUMN "key_hash";--> statement-breakpoint
ALTER TABLE "clue" DROP COLUMN "body_hash";