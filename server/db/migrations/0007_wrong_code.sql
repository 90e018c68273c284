CREATE TABLE "wrong_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wrong_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "wrong_code_address" ON "wrong_code" USING btree ("address_hash","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "wrong_code_created" ON "wrong_code" USING btree ("created_at");