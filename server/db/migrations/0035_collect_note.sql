CREATE TABLE "collect_note" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collect_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"visitor_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"note_cipher" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "collect_note" ADD CONSTRAINT "collect_note_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collect_note" ADD CONSTRAINT "collect_note_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collect_note_visitor" ON "collect_note" USING btree ("visitor_id","school_id");--> statement-breakpoint
CREATE INDEX "collect_note_school" ON "collect_note" USING btree ("school_id");