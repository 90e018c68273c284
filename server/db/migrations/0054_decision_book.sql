CREATE TABLE "decision_book" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_book_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"access_hash" text NOT NULL,
	"access_cipher" text,
	"school_ids" integer[] NOT NULL,
	"visitor_id" integer,
	"clue_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decision_book_access_hash_unique" UNIQUE("access_hash")
);
--> statement-breakpoint
CREATE TABLE "decision_column" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_column_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"book_id" integer NOT NULL,
	"name_cipher" text NOT NULL,
	"answers_cipher" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision_book" ADD CONSTRAINT "decision_book_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_book" ADD CONSTRAINT "decision_book_clue_id_clue_id_fk" FOREIGN KEY ("clue_id") REFERENCES "public"."clue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_column" ADD CONSTRAINT "decision_column_book_id_decision_book_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."decision_book"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_book_visitor" ON "decision_book" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "decision_book_clue" ON "decision_book" USING btree ("clue_id");--> statement-breakpoint
CREATE INDEX "decision_book_created" ON "decision_book" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "decision_column_book" ON "decision_column" USING btree ("book_id");