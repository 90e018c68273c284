CREATE TABLE "correction" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "correction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"field" text NOT NULL,
	"wrong_cipher" text NOT NULL,
	"right_cipher" text,
	"state" text DEFAULT 'received' NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"visitor_id" integer,
	"phone_cipher" text,
	"phone_hash" text,
	"consent_text" text,
	"key_hash" text,
	CONSTRAINT "correction_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "correction_state" CHECK ("correction"."state" in ('received', 'corrected', 'unchanged'))
);
--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction" ADD CONSTRAINT "correction_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correction_school" ON "correction" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "correction_phone" ON "correction" USING btree ("phone_hash");--> statement-breakpoint
CREATE INDEX "correction_visitor" ON "correction" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "correction_created" ON "correction" USING btree ("created_at");