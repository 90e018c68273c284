CREATE TABLE "staff_login" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_login_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"staff_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"network" text NOT NULL,
	"totp_cipher" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_login_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_member" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_member_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"phone_hash" text,
	"phone_cipher" text,
	"role" text NOT NULL,
	"school_id" integer,
	"totp_cipher" text,
	"totp_step" integer,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "staff_member_phone_hash_unique" UNIQUE("phone_hash"),
	CONSTRAINT "staff_member_role" CHECK ("staff_member"."role" in ('advisor', 'editor', 'event_lead', 'school', 'administrator'))
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_recovery_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"staff_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_recovery_code_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"staff_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"network" text NOT NULL,
	"device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "staff_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "staff_id" integer;--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "record" text;--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "staff_login" ADD CONSTRAINT "staff_login_staff_id_staff_member_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_member" ADD CONSTRAINT "staff_member_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_code" ADD CONSTRAINT "staff_recovery_code_staff_id_staff_member_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_member_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_member"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_login_staff" ON "staff_login" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_login_expires" ON "staff_login" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_member_school" ON "staff_member" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "staff_recovery_code_staff" ON "staff_recovery_code" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_staff_id_staff_member_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_log_at" ON "access_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "access_log_record" ON "access_log" USING btree ("record","id");--> statement-breakpoint
CREATE INDEX "access_log_staff" ON "access_log" USING btree ("staff_id","id");--> statement-breakpoint
DROP TRIGGER "access_log_is_append_only" ON "access_log";--> statement-breakpoint
CREATE TRIGGER "access_log_is_append_only" BEFORE UPDATE OF "id", "command", "operator", "staff_id", "record", "changes", "details", "at" ON "access_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- Retention (contract/retention.ts) deletes older rows.
CREATE TRIGGER "access_log_retention" BEFORE DELETE ON "access_log" FOR EACH ROW WHEN (OLD."at" > now() - interval '1095 days') EXECUTE FUNCTION "refuse_change"();
