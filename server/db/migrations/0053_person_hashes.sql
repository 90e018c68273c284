ALTER TABLE "registration" ADD COLUMN "person_hashes" text[];--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "person_hashes" text[];--> statement-breakpoint
CREATE INDEX "registration_person" ON "registration" USING gin ("person_hashes");--> statement-breakpoint
CREATE INDEX "clue_person" ON "clue" USING gin ("person_hashes");