CREATE TABLE "import_content_change" (
	"content" text NOT NULL,
	"row_id" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"children" jsonb,
	CONSTRAINT "import_content_change_content_row_id_pk" PRIMARY KEY("content","row_id")
);
--> statement-breakpoint
ALTER TABLE "banner" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "banner" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "open_day" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "open_day" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "planning" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "planning" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ranking" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "ranking" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "after" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "env" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "env" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "graduate" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "graduate" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "school_view" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "school_view" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "teacher" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "teacher" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "banner_key" ON "banner" USING btree ("key") WHERE "banner"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "course_key" ON "course" USING btree ("key") WHERE "course"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "news_key" ON "news" USING btree ("key") WHERE "news"."key" is not null;--> statement-breakpoint
CREATE INDEX "news_published" ON "news" USING btree ("published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "open_day_key" ON "open_day" USING btree ("key") WHERE "open_day"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "planning_key" ON "planning" USING btree ("key") WHERE "planning"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_key" ON "promotion" USING btree ("key") WHERE "promotion"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ranking_key" ON "ranking" USING btree ("key") WHERE "ranking"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_key" ON "event" USING btree ("key") WHERE "event"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "env_key" ON "env" USING btree ("key") WHERE "env"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "graduate_key" ON "graduate" USING btree ("key") WHERE "graduate"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "question_key" ON "question" USING btree ("key") WHERE "question"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "school_view_key" ON "school_view" USING btree ("key") WHERE "school_view"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "teacher_key" ON "teacher" USING btree ("key") WHERE "teacher"."key" is not null;