CREATE TABLE "check_in_undone" (
	"nonce" text PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"registration_id" integer,
	"at" timestamp with time zone NOT NULL,
	"device" text,
	"undone_at" timestamp with time zone NOT NULL,
	"undone_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_in_undone" ADD CONSTRAINT "check_in_undone_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_undone" ADD CONSTRAINT "check_in_undone_registration_id_registration_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registration"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_in_undone_event" ON "check_in_undone" USING btree ("event_id","undone_at");--> statement-breakpoint
CREATE INDEX "check_in_undone_registration" ON "check_in_undone" USING btree ("registration_id");