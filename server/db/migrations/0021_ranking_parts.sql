ALTER TABLE "ranking" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "ranking_place" ADD COLUMN "parts" jsonb;--> statement-breakpoint
CREATE INDEX "ranking_place_of_school" ON "ranking_place" USING btree ("school_id");