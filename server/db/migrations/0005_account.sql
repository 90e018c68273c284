CREATE TABLE "access_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"command" text NOT NULL,
	"operator" text NOT NULL,
	"details" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deletion" (
	"phone_hash" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "visitor_id" integer;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "name_cipher" text;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "phone_cipher" text;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "phone_hash" text;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "key_hash" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "anonymised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "code" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "form" text;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "address_prefix" text;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_phone" ON "question" USING btree ("phone_hash");--> statement-breakpoint
CREATE INDEX "question_visitor" ON "question" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "clue_updated" ON "clue" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "code_address" ON "code" USING btree ("address_hash","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "code_created" ON "code" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_key_hash_unique" UNIQUE("key_hash");--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_state" CHECK ("clue"."state" in ('received', 'contacted', 'cancelled', 'withdrawn'));