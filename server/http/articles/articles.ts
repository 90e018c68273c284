import {
  getCourse,
  getPlanning,
  listCourses,
  listPlannings,
  listPromotions,
} from '#server/contract/articles/articles.ts'
import { listBanners } from '#server/contract/articles/banners.ts'
import {
  findCourse,
  findCourses,
  findPlanning,
  findPlannings,
  findPromotions,
} from '#server/db/articles/articles.ts'
import { findBanners } from '#server/db/articles/banners.ts'
import { readEmbeddingText, textWithEmbeds } from '#server/services/content/embeds/embedded-text.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { withEmbeds, withEmbedsEach } from './rich-html.ts'
import { serve } from '../serve.ts'

/** Endpoints of courses, school planning, promotions and banners. */
export function articleEndpoints({ database: { db }, now, publicOrigin }: ApiDependencies) {
  const options = () => ({ now: now(), ownOrigin: publicOrigin })
  /** Lists of articles go without what the articles embed. */
  const withTexts = <Row extends { body: string }, List extends { items: Row[] }>(list: List) => ({
    ...list,
    items: list.items.map((row) => ({
      ...row,
      ...textWithEmbeds(readEmbeddingText(row.body, options()), new Map()),
    })),
  })
  return [
    serve(listCourses, async ({ input }) => withTexts(await findCourses(db, input))),
    serve(getCourse, async ({ input }) => withEmbeds(db, found(await findCourse(db, input)), options())),
    serve(listPlannings, async ({ input }) => withTexts(await findPlannings(db, input))),
    serve(getPlanning, async ({ input }) => withEmbeds(db, found(await findPlanning(db, input)), options())),
    serve(listPromotions, async ({ input }) => {
      const list = await findPromotions(db, input)
      return { ...list, items: await withEmbedsEach(db, list.items, options()) }
    }),
    serve(listBanners, ({ input }) => findBanners(db, input)),
  ]
}
