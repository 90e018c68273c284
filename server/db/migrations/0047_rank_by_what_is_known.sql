-- Schools without an editor's rank are listed by what is known of them: `rankOf` of search-row.ts, for the rows of before.
UPDATE "school_search" s SET "rank" = s."rank"
  - num_nonnulls(f."students", f."class_size", f."teacher_ratio", f."foreign_teachers", f."total_cost_min", f."address",
      f."phone", f."website", f."summary", f."logo", f."cover", f."boarding", f."district", f."founded", f."kind", f."lat",
      coalesce(f."tuition_min", f."tuition_max"))
  - (cardinality(f."curricula") > 0)::int - (cardinality(f."stages") > 0)::int
  - exists(SELECT FROM "school_tuition" r WHERE r."school_id" = f."id")::int
  - exists(SELECT FROM "school_fee" r WHERE r."school_id" = f."id")::int
  - exists(SELECT FROM "school_entry_grade" r WHERE r."school_id" = f."id")::int
  - exists(SELECT FROM "school_eligibility" r WHERE r."school_id" = f."id")::int
FROM "school" f
WHERE f."id" = s."school_id" AND f."rank" = 1000000 AND s."rank" IN (1000000, 501000000, 1001000000);
