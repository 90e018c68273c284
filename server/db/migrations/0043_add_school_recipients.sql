ALTER TABLE "school" ADD COLUMN "requests_agreed_on" date;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "requests_by_operator" boolean DEFAULT false NOT NULL;