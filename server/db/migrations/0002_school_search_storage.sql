--> statement-breakpoint
ALTER TABLE "school_search" SET (toast_tuple_target = 400);
