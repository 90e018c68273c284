import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { identity, imported, moment, picture } from './columns.ts'
import { keyIndex } from './key-index.ts'
import { city } from './place.ts'
import { school } from './school.ts'

const cityCode = () => text('city_code').references(() => city.code)

/** Open days of schools, or of the site itself when no school is named. */
export const openDay = pgTable(
  'open_day',
  {
    id: identity(),
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'cascade' }),
    cityCode: cityCode().notNull(),
    title: text().notNull(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    bookingClosesAt: moment(),
    place: text(),
    description: text(),
    capacity: integer(),
    taken: integer().notNull().default(0),
    /** When the organiser called it off; its page stays and says so. */
    cancelledAt: moment(),
    cancelReason: text('cancel_reason'),
    ...imported(),
  },
  (table) => [
    keyIndex('open_day', table),
    index('open_day_city').on(table.cityCode, table.startsAt, table.id),
    index('open_day_school').on(table.schoolId, table.startsAt),
    check('open_day_seats', sql`${table.capacity} is null or ${table.taken} <= ${table.capacity}`),
  ],
)

/** News of the site; without a city it belongs to all. */
export const news = pgTable(
  'news',
  {
    id: identity(),
    cityCode: cityCode(),
    title: text().notNull(),
    summary: text(),
    body: text().notNull(),
    picture: picture(),
    source: text(),
    author: text(),
    publishedAt: moment().notNull(),
    ...imported(),
  },
  (table) => [
    keyIndex('news', table),
    index('news_city').on(table.cityCode, table.publishedAt.desc(), table.id),
    index('news_published').on(table.publishedAt.desc(), table.id),
  ],
)

const article = () => ({
  id: identity(),
  cityCode: cityCode(),
  slug: text().notNull(),
  title: text().notNull(),
  summary: text(),
  body: text().notNull(),
  picture: picture(),
  position: integer().notNull().default(0),
  ...imported(),
})

/** Course pages. */
export const course = pgTable('course', { ...article(), curriculum: text() }, (table) => [
  keyIndex('course', table),
  uniqueIndex('course_slug').on(table.slug, sql`coalesce(${table.cityCode}, '')`),
])

/** School planning articles. */
export const planning = pgTable('planning', article(), (table) => [
  keyIndex('planning', table),
  uniqueIndex('planning_slug').on(table.slug, sql`coalesce(${table.cityCode}, '')`),
])

/** Promotions; `paid` ones are labelled 广告. */
export const promotion = pgTable(
  'promotion',
  {
    ...article(),
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'cascade' }),
    paid: boolean().notNull().default(false),
  },
  (table) => [
    keyIndex('promotion', table),
    uniqueIndex('promotion_slug').on(table.slug, sql`coalesce(${table.cityCode}, '')`),
  ],
)

/** Banners of one place on the site. */
export const banner = pgTable(
  'banner',
  {
    id: identity(),
    cityCode: cityCode(),
    place: text().notNull(),
    title: text().notNull(),
    subtitle: text(),
    href: text().notNull(),
    picture: picture().notNull(),
    paid: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    ...imported(),
  },
  (table) => [
    keyIndex('banner', table),
    index('banner_place').on(table.place, table.cityCode, table.position),
  ],
)

/** Ranked lists, each with its method. */
export const ranking = pgTable(
  'ranking',
  {
    id: identity(),
    cityCode: cityCode().notNull(),
    slug: text().notNull(),
    title: text().notNull(),
    year: integer().notNull(),
    method: text().notNull(),
    source: text(),
    paid: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    /** What the score consists of, in the publisher's order; null when nobody says. */
    parts: jsonb().$type<{ slug: string; name: string; weight: number }[]>(),
    ...imported(),
  },
  (table) => [
    keyIndex('ranking', table),
    uniqueIndex('ranking_slug').on(table.cityCode, table.slug, table.year),
  ],
)

/** Places of a ranked list. */
export const rankingPlace = pgTable(
  'ranking_place',
  {
    rankingId: integer('ranking_id')
      .notNull()
      .references(() => ranking.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    score: real(),
    note: text(),
    /** Points of the parts by slug. */
    parts: jsonb().$type<Record<string, number>>(),
  },
  (table) => [
    primaryKey({ columns: [table.rankingId, table.place] }),
    uniqueIndex('ranking_place_school').on(table.rankingId, table.schoolId),
    index('ranking_place_of_school').on(table.schoolId),
  ],
)
