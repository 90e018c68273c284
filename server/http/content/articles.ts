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

/** Endpoints of courses, school planning, promotions and banners. */
export function articleEndpoints({ database: { db }, publicOrigin }: ApiDependencies) {
  const options = { ownOrigin: publicOrigin }
  const withHtmlItems = <Row extends { body: string }, List extends { items: Row[] }>(list: List) => ({
    ...list,
    items: list.items.map((row) => withHtml(row, options)),
  })
  return [
    serve(listCourses, async ({ input }) => withHtmlItems(await findCourses(db, input))),
    serve(getCourse, async ({ input }) => withHtml(found(await findCourse(db, input)), options)),
    serve(listPlannings, async ({ input }) => withHtmlItems(await findPlannings(db, input))),
    serve(getPlanning, async ({ input }) => withHtml(found(await findPlanning(db, input)), options)),
    serve(listPromotions, async ({ input }) => withHtmlItems(await findPromotions(db, input))),
    serve(listBanners, ({ input }) => findBanners(db, input)),
  ]
}
