DROP INDEX "school_search_rank";--> statement-breakpoint
ALTER TABLE "school_search" ADD COLUMN "names" text NOT NULL;--> statement-breakpoint
CREATE INDEX "school_search_city" ON "school_search" USING btree ("city_code","rank","school_id","facets","tuition_min","tuition_max","founded");--> statement-breakpoint
CREATE INDEX "school_search_all" ON "school_search" USING btree ("rank","school_id","city_code","facets","tuition_min","tuition_max","founded");--> statement-breakpoint
ALTER TABLE "school_search" ALTER COLUMN "names" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "school_search" SET (toast_tuple_target = 512);
