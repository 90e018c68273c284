import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Operating cities; written from the contract at every migration. */
export const city = pgTable('city', {
  code: text().primaryKey(),
  pinyin: text().notNull().unique(),
  name: text().notNull(),
  initials: text().notNull(),
  position: integer().notNull(),
})

/** Districts of cities; written from the contract at every migration. Centres in WGS-84 degrees. */
export const district = pgTable(
  'district',
  {
    cityCode: text('city_code')
      .notNull()
      .references(() => city.code),
    slug: text().notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cityCode, table.slug] })],
)
