import { sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import {
  banner,
  course,
  env,
  graduate,
  news,
  planning,
  promotion,
  school,
  schoolView,
  teacher,
} from '../schema/index.ts'

/** Every place where content names a picture. */
const columns = [
  school.logo,
  school.cover,
  schoolView.picture,
  env.picture,
  graduate.portrait,
  teacher.portrait,
  news.picture,
  course.picture,
  planning.picture,
  promotion.picture,
  banner.picture,
] as const

/** The addresses of drawn sample pictures that content names, one column of pictures after another. */
export async function* samplePictures(db: Database): AsyncGenerator<string> {
  for (const column of columns) {
    const { rows } = await db.execute<{ src: string }>(
      sql`select distinct ${column} ->> 'src' as src from ${column.table}
        where ${column} ->> 'src' like '/media/sample/%'`,
    )
    for (const { src } of rows) yield src
  }
}
