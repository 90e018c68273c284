import {
  getCourse,
  getPlanning,
  listBanners,
  listCourses,
  listPlannings,
  listPromotions,
} from '#server/contract/content.ts'
import {
  findCourse,
  findCourses,
  findPlanning,
  findPlannings,
  findPromotions,
} from '#server/db/content/articles.ts'
import { findBanners } from '#server/db/content/banners.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { withHtml } from './rich-html.ts'
import { serve } from '../serve.ts'

/** Courses, school planning, promotions, banners. */
export function articleEndpoints({ database: { db }, publicOrigin }: ApiDependencies) {
  const shown = { ownOrigin: publicOrigin }
  const listed = <Row extends { body: string }, List extends { items: Row[] }>(list: List) => ({
    ...list,
    items: list.items.map((row) => withHtml(row, shown)),
  })
  return [
    serve(listCourses, async ({ input }) => listed(await findCourses(db, input))),
    serve(getCourse, async ({ input }) => withHtml(found(await findCourse(db, input)), shown)),
    serve(listPlannings, async ({ input }) => listed(await findPlannings(db, input))),
    serve(getPlanning, async ({ input }) => withHtml(found(await findPlanning(db, input)), shown)),
    serve(listPromotions, async ({ input }) => listed(await findPromotions(db, input))),
    serve(listBanners, ({ input }) => findBanners(db, input)),
  ]
}
