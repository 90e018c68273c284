CREATE TABLE "uploaded_picture" (
	"hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploaded_picture" ADD CONSTRAINT "uploaded_picture_staff_id_staff_member_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_member"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploaded_picture_staff" ON "uploaded_picture" USING btree ("staff_id");