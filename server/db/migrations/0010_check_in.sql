CREATE TABLE "check_in_attempt" (
	"nonce" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"event_id" integer NOT NULL,
	"check_in_id" text NOT NULL,
	"state" text NOT NULL,
	"conflict" boolean DEFAULT false NOT NULL,
	"device" text,
	"device_id" integer,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"clock" text,
	CONSTRAINT "check_in_attempt_state" CHECK ("check_in_attempt"."state" in ('checked_in', 'duplicate'))
);
--> statement-breakpoint
CREATE TABLE "check_in_refusal" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "check_in_refusal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"nonce" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kiosk_device" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kiosk_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"token_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paired_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"last_upload_at" timestamp with time zone,
	"waiting" integer,
	"clock_ahead_seconds" integer,
	CONSTRAINT "kiosk_device_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "kiosk_device_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "check_in" ADD COLUMN "party_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in" ADD COLUMN "device_id" integer;--> statement-breakpoint
ALTER TABLE "check_in" ADD COLUMN "clock" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "list_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "source" text DEFAULT 'import' NOT NULL;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "party_size" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "organisation" text;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "booth" text;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "school_id" integer;--> statement-breakpoint
ALTER TABLE "registration" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "consent" ADD COLUMN "check_in_id" text;--> statement-breakpoint
ALTER TABLE "check_in_attempt" ADD CONSTRAINT "check_in_attempt_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_attempt" ADD CONSTRAINT "check_in_attempt_check_in_id_check_in_id_fk" FOREIGN KEY ("check_in_id") REFERENCES "public"."check_in"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_attempt" ADD CONSTRAINT "check_in_attempt_device_id_kiosk_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."kiosk_device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_refusal" ADD CONSTRAINT "check_in_refusal_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_refusal" ADD CONSTRAINT "check_in_refusal_device_id_kiosk_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."kiosk_device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kiosk_device" ADD CONSTRAINT "kiosk_device_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_in_attempt_event" ON "check_in_attempt" USING btree ("event_id","received_at");--> statement-breakpoint
CREATE INDEX "check_in_attempt_check_in" ON "check_in_attempt" USING btree ("check_in_id");--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_refusal_nonce" ON "check_in_refusal" USING btree ("device_id","nonce");--> statement-breakpoint
CREATE INDEX "check_in_refusal_event" ON "check_in_refusal" USING btree ("event_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "kiosk_device_name" ON "kiosk_device" USING btree ("event_id","name") WHERE "kiosk_device"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_device_id_kiosk_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."kiosk_device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_open_day" ON "event" USING btree ("open_day_id");--> statement-breakpoint
CREATE INDEX "registration_phone" ON "registration" USING btree ("event_id","phone_hash");--> statement-breakpoint
CREATE INDEX "registration_version" ON "registration" USING btree ("event_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_identity" ON "registration" USING btree ("event_id","kind","identity");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_clue" ON "registration" USING btree ("clue_id","event_id");--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_source" CHECK ("registration"."source" in ('booking', 'import', 'walk_in'));