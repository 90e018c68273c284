ALTER TABLE "school_search" ADD COLUMN "ballast" text DEFAULT repeat(' ', 2400) NOT NULL;--> statement-breakpoint
ALTER TABLE "school_search" SET (toast_tuple_target = 400);
