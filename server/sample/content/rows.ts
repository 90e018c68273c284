import type { SchoolLists } from '#server/db/content/school-lists.ts'
import type {
  answer,
  banner,
  course,
  env,
  graduate,
  news,
  openDay,
  planning,
  promotion,
  question,
  ranking,
  rankingPlace,
  school,
  schoolName,
  schoolSection,
  schoolView,
  teacher,
} from '#server/db/schema/index.ts'

type Without<Row, Keys extends string> = Omit<Row, 'id' | Keys>

/** An open day of a school or, without a school, of the site; `eventTitle` asks for an event with check-in. */
export type SampleOpenDay = Without<typeof openDay.$inferInsert, 'schoolId'> & { eventTitle?: string }
/** A question with its answers. */
export type SampleQuestion = Without<typeof question.$inferInsert, 'schoolId'> & {
  answers: Without<typeof answer.$inferInsert, 'questionId'>[]
}

/** One school with all that belongs to it. Ids are given by the loader; schools are named by `row.key`. */
export type SampleSchool = {
  row: Without<typeof school.$inferInsert, 'successorId'> & { key: string }
  /** Key of the school that took over a closed one. */
  successor?: string
  names: Without<typeof schoolName.$inferInsert, 'schoolId'>[]
  /** What the school says of costs and entry. */
  lists: Partial<SchoolLists>
  sections: Without<typeof schoolSection.$inferInsert, 'schoolId'>[]
  envs: Without<typeof env.$inferInsert, 'schoolId'>[]
  teachers: Without<typeof teacher.$inferInsert, 'schoolId'>[]
  graduates: Without<typeof graduate.$inferInsert, 'schoolId'>[]
  views: Without<typeof schoolView.$inferInsert, 'schoolId'>[]
  questions: SampleQuestion[]
  openDays: SampleOpenDay[]
}

/** A ranked list; its places name schools by key. */
export type SampleRanking = Without<typeof ranking.$inferInsert, never> & {
  places: (Omit<typeof rankingPlace.$inferInsert, 'rankingId' | 'schoolId'> & { school: string })[]
}
/** A promotion, perhaps of a school named by key. */
export type SamplePromotion = Without<typeof promotion.$inferInsert, 'schoolId'> & { school?: string }
/** A banner; `{school}` in its address stands for the id of the school named by key. */
export type SampleBanner = Without<typeof banner.$inferInsert, never> & { school?: string }

/** What belongs to a city, or without a city to all of them. */
export type SampleCityContent = {
  rankings: SampleRanking[]
  news: Without<typeof news.$inferInsert, never>[]
  banners: SampleBanner[]
  courses: Without<typeof course.$inferInsert, never>[]
  plannings: Without<typeof planning.$inferInsert, never>[]
  promotions: SamplePromotion[]
  openDays: SampleOpenDay[]
}

/** Sample content comes in chunks, the schools of a city before the content that names them. */
export type SampleChunk =
  | { type: 'schools'; cityCode: string; schools: SampleSchool[] }
  | { type: 'content'; cityCode?: string; content: SampleCityContent }
