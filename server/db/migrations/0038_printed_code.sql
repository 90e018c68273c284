ALTER TABLE "registration" ADD COLUMN "printed" text;--> statement-breakpoint
CREATE UNIQUE INDEX "registration_printed" ON "registration" USING btree ("event_id",translate("printed", 'ILO-', '110'));