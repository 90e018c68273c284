ALTER TABLE "school_search" ADD COLUMN "fresh_until" date;--> statement-breakpoint
CREATE INDEX "school_search_fresh" ON "school_search" USING btree ("fresh_until") WHERE "school_search"."fresh_until" is not null;--> statement-breakpoint
UPDATE "school_search" s SET "fresh_until" = coalesce(t."source_date", t."received_on") + 365 FROM "school_statement" t
WHERE t."school_id" = s."school_id" and t."value" is null and 'tuition_min' = any(t."facts");
