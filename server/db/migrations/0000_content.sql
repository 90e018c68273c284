CREATE TABLE "banner" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banner_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text,
	"place" text NOT NULL,
	"title" text NOT NULL,
	"subtitle" text,
	"href" text NOT NULL,
	"picture" jsonb NOT NULL,
	"paid" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"body" text NOT NULL,
	"picture" jsonb,
	"position" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"curriculum" text
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text,
	"title" text NOT NULL,
	"summary" text,
	"body" text NOT NULL,
	"picture" jsonb,
	"source" text,
	"author" text,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "open_day" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "open_day_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer,
	"city_code" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"booking_closes_at" timestamp with time zone,
	"place" text,
	"description" text,
	"capacity" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "open_day_seats" CHECK ("open_day"."capacity" is null or "open_day"."taken" <= "open_day"."capacity")
);
--> statement-breakpoint
CREATE TABLE "planning" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planning_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"body" text NOT NULL,
	"picture" jsonb,
	"position" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"body" text NOT NULL,
	"picture" jsonb,
	"position" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"school_id" integer,
	"paid" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranking" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ranking_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"year" integer NOT NULL,
	"method" text NOT NULL,
	"source" text,
	"paid" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranking_place" (
	"ranking_id" integer NOT NULL,
	"place" integer NOT NULL,
	"school_id" integer NOT NULL,
	"score" real,
	"note" text,
	CONSTRAINT "ranking_place_ranking_id_place_pk" PRIMARY KEY("ranking_id","place")
);
--> statement-breakpoint
CREATE TABLE "check_in" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"registration_id" integer,
	"kind" text NOT NULL,
	"nonce" text NOT NULL,
	"name_cipher" text,
	"phone_cipher" text,
	"phone_hash" text,
	"device" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "check_in_nonce_unique" UNIQUE("nonce")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"city_code" text NOT NULL,
	"open_day_id" integer,
	"title" text NOT NULL,
	"place" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registration" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"clue_id" integer,
	"kind" text NOT NULL,
	"ticket" text NOT NULL,
	"name_cipher" text,
	"phone_cipher" text,
	"phone_hash" text,
	"tail_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "registration_ticket_unique" UNIQUE("ticket"),
	CONSTRAINT "registration_kind" CHECK ("registration"."kind" in ('parent', 'exhibitor'))
);
--> statement-breakpoint
CREATE TABLE "city" (
	"code" text PRIMARY KEY NOT NULL,
	"pinyin" text NOT NULL,
	"name" text NOT NULL,
	"initials" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "city_pinyin_unique" UNIQUE("pinyin")
);
--> statement-breakpoint
CREATE TABLE "district" (
	"city_code" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	CONSTRAINT "district_city_code_slug_pk" PRIMARY KEY("city_code","slug")
);
--> statement-breakpoint
CREATE TABLE "answer" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"question_id" integer NOT NULL,
	"body" text NOT NULL,
	"answered_by" text NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "env" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "env_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"title" text NOT NULL,
	"picture" jsonb NOT NULL,
	"taken_on" date,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "graduate" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "graduate_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"name" text NOT NULL,
	"year" integer,
	"destination" text,
	"major" text,
	"summary" text,
	"story" text NOT NULL,
	"portrait" jsonb,
	"likes" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "question_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"body" text NOT NULL,
	"asked_by" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school_view" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"body" text NOT NULL,
	"picture" jsonb,
	"likes" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teacher" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "teacher_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"school_id" integer NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"subject" text,
	"years" integer,
	"bio" text,
	"portrait" jsonb,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text,
	"identity" text NOT NULL,
	"city_code" text NOT NULL,
	"district" text,
	"name" text NOT NULL,
	"name_en" text,
	"kind" text,
	"stages" text[] DEFAULT '{}'::text[] NOT NULL,
	"curricula" text[] DEFAULT '{}'::text[] NOT NULL,
	"boarding" text,
	"founded" integer,
	"students" integer,
	"class_size" integer,
	"teacher_ratio" real,
	"foreign_teachers" integer,
	"tuition_min" integer,
	"tuition_max" integer,
	"total_cost_min" integer,
	"total_cost_max" integer,
	"address" text,
	"lat" double precision,
	"lng" double precision,
	"phone" text,
	"website" text,
	"summary" text,
	"state" text DEFAULT 'open' NOT NULL,
	"closed_at" date,
	"successor_id" integer,
	"source" text,
	"source_date" date,
	"logo" jsonb,
	"cover" jsonb,
	"rank" integer DEFAULT 1000000 NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "school_key_unique" UNIQUE("key"),
	CONSTRAINT "school_state" CHECK ("school"."state" in ('open', 'not_enrolling', 'closed')),
	CONSTRAINT "school_tuition" CHECK ("school"."tuition_min" <= "school"."tuition_max")
);
--> statement-breakpoint
CREATE TABLE "school_fee" (
	"school_id" integer NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"amount" integer NOT NULL,
	"per" text DEFAULT 'year' NOT NULL,
	"note" text,
	CONSTRAINT "school_fee_school_id_position_pk" PRIMARY KEY("school_id","position")
);
--> statement-breakpoint
CREATE TABLE "school_name" (
	"school_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "school_name_school_id_kind_name_pk" PRIMARY KEY("school_id","kind","name"),
	CONSTRAINT "school_name_kind" CHECK ("school_name"."kind" in ('alias', 'former'))
);
--> statement-breakpoint
CREATE TABLE "school_search" (
	"school_id" integer PRIMARY KEY NOT NULL,
	"city_code" text NOT NULL,
	"facets" bigint NOT NULL,
	"tuition_min" integer,
	"tuition_max" integer,
	"founded" integer,
	"rank" integer NOT NULL,
	"tokens" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "school_section" (
	"school_id" integer NOT NULL,
	"part" text NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "school_section_school_id_part_position_pk" PRIMARY KEY("school_id","part","position")
);
--> statement-breakpoint
CREATE TABLE "content_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_version_one_row" CHECK ("content_version"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clue" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"order_type" text NOT NULL,
	"name_cipher" text,
	"phone_cipher" text,
	"phone_hash" text,
	"message_cipher" text,
	"city_code" text NOT NULL,
	"school_id" integer,
	"open_day_id" integer,
	"visitor_id" integer,
	"stage" text,
	"grade" text,
	"source" text,
	"state" text DEFAULT 'received' NOT NULL,
	"key_hash" text,
	"body_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clue_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"phone_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "collect" (
	"visitor_id" integer NOT NULL,
	"school_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collect_visitor_id_school_id_pk" PRIMARY KEY("visitor_id","school_id")
);
--> statement-breakpoint
CREATE TABLE "consent" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"clue_id" integer,
	"visitor_id" integer,
	"purpose" text NOT NULL,
	"recipient" text NOT NULL,
	"text_version" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "consent_purpose" CHECK ("consent"."purpose" in ('contact', 'guardian', 'marketing', 'checkin'))
);
--> statement-breakpoint
CREATE TABLE "like" (
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"vid_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "like_subject_subject_id_vid_hash_pk" PRIMARY KEY("subject","subject_id","vid_hash")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"visitor_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "visitor" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visitor_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"phone_hash" text,
	"phone_cipher" text,
	"nickname" text DEFAULT '' NOT NULL,
	"city_code" text,
	"stage" text,
	"grade" text,
	"course_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "visitor_phone_hash_unique" UNIQUE("phone_hash")
);
--> statement-breakpoint
ALTER TABLE "banner" ADD CONSTRAINT "banner_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_day" ADD CONSTRAINT "open_day_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_day" ADD CONSTRAINT "open_day_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planning" ADD CONSTRAINT "planning_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking" ADD CONSTRAINT "ranking_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_place" ADD CONSTRAINT "ranking_place_ranking_id_ranking_id_fk" FOREIGN KEY ("ranking_id") REFERENCES "public"."ranking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_place" ADD CONSTRAINT "ranking_place_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in" ADD CONSTRAINT "check_in_registration_id_registration_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registration"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_open_day_id_open_day_id_fk" FOREIGN KEY ("open_day_id") REFERENCES "public"."open_day"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_clue_id_clue_id_fk" FOREIGN KEY ("clue_id") REFERENCES "public"."clue"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "district" ADD CONSTRAINT "district_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_question_id_question_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."question"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "env" ADD CONSTRAINT "env_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graduate" ADD CONSTRAINT "graduate_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_view" ADD CONSTRAINT "school_view_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teacher" ADD CONSTRAINT "teacher_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school" ADD CONSTRAINT "school_city_code_city_code_fk" FOREIGN KEY ("city_code") REFERENCES "public"."city"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school" ADD CONSTRAINT "school_successor_id_school_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."school"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_fee" ADD CONSTRAINT "school_fee_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_name" ADD CONSTRAINT "school_name_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_search" ADD CONSTRAINT "school_search_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_section" ADD CONSTRAINT "school_section_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_open_day_id_open_day_id_fk" FOREIGN KEY ("open_day_id") REFERENCES "public"."open_day"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clue" ADD CONSTRAINT "clue_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collect" ADD CONSTRAINT "collect_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collect" ADD CONSTRAINT "collect_school_id_school_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."school"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_clue_id_clue_id_fk" FOREIGN KEY ("clue_id") REFERENCES "public"."clue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent" ADD CONSTRAINT "consent_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_visitor_id_visitor_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "banner_place" ON "banner" USING btree ("place","city_code","position");--> statement-breakpoint
CREATE UNIQUE INDEX "course_slug" ON "course" USING btree ("slug",coalesce("city_code", ''));--> statement-breakpoint
CREATE INDEX "news_city" ON "news" USING btree ("city_code","published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "open_day_city" ON "open_day" USING btree ("city_code","starts_at","id");--> statement-breakpoint
CREATE INDEX "open_day_school" ON "open_day" USING btree ("school_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "planning_slug" ON "planning" USING btree ("slug",coalesce("city_code", ''));--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_slug" ON "promotion" USING btree ("slug",coalesce("city_code", ''));--> statement-breakpoint
CREATE UNIQUE INDEX "ranking_slug" ON "ranking" USING btree ("city_code","slug","year");--> statement-breakpoint
CREATE UNIQUE INDEX "ranking_place_school" ON "ranking_place" USING btree ("ranking_id","school_id");--> statement-breakpoint
CREATE INDEX "check_in_event" ON "check_in" USING btree ("event_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_registration" ON "check_in" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "event_city" ON "event" USING btree ("city_code","starts_at");--> statement-breakpoint
CREATE INDEX "registration_event" ON "registration" USING btree ("event_id","tail_hash");--> statement-breakpoint
CREATE INDEX "answer_question" ON "answer" USING btree ("question_id","answered_at");--> statement-breakpoint
CREATE INDEX "env_school" ON "env" USING btree ("school_id","position","id");--> statement-breakpoint
CREATE INDEX "graduate_school" ON "graduate" USING btree ("school_id","year" DESC NULLS LAST,"position","id");--> statement-breakpoint
CREATE INDEX "question_school" ON "question" USING btree ("school_id","state","asked_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "school_view_school" ON "school_view" USING btree ("school_id","published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "teacher_school" ON "teacher" USING btree ("school_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "school_identity" ON "school" USING btree ("identity") WHERE "school"."key" is null;--> statement-breakpoint
CREATE INDEX "school_successor" ON "school" USING btree ("successor_id");--> statement-breakpoint
CREATE INDEX "school_search_rank" ON "school_search" USING btree ("city_code","rank","school_id");--> statement-breakpoint
CREATE INDEX "school_search_tokens" ON "school_search" USING gin ("tokens");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "clue_key" ON "clue" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "clue_phone" ON "clue" USING btree ("phone_hash","order_type","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "clue_visitor" ON "clue" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "code_phone" ON "code" USING btree ("phone_hash","purpose","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "collect_school" ON "collect" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "consent_clue" ON "consent" USING btree ("clue_id");--> statement-breakpoint
CREATE INDEX "consent_visitor" ON "consent" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "session_visitor" ON "session" USING btree ("visitor_id");