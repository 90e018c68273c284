import {
  getCourse,
  getPlanning,
  listBanners,
  listCourses,
  listPlannings,
  listPromotions,
} from '#server/contract/content.ts'
import { findCourse, findCourses, findPlanning, findPlannings, findPromotions } from '#server/db/articles.ts'
import { findBanners } from '#server/db/banners.ts'
import type { ApiDependencies } from './dependencies.ts'
import { found } from './found.ts'
import { serve } from './serve.ts'

/** Courses, school planning, promotions, banners. */
export function articleEndpoints({ database: { db } }: ApiDependencies) {
  return [
    serve(listCourses, ({ input }) => findCourses(db, input)),
    serve(getCourse, async ({ input }) => found(await findCourse(db, input))),
    serve(listPlannings, ({ input }) => findPlannings(db, input)),
    serve(getPlanning, async ({ input }) => found(await findPlanning(db, input))),
    serve(listPromotions, ({ input }) => findPromotions(db, input)),
    serve(listBanners, ({ input }) => findBanners(db, input)),
  ]
}
