import { getCityMedians, getFactSummary } from '#server/contract/schools/fact-summary.ts'
import { listCityParts } from '#server/contract/schools/city-parts.ts'
import { listBusStops } from '#server/contract/child/bus-stops.ts'
import { listRankings, weighRanking } from '#server/contract/schools/rankings.ts'
import { listPlanningSteps } from '#server/contract/schools/planning-steps.ts'
import { listSchoolPaths } from '#server/contract/schools/school-paths.ts'
import { getSchool, type SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import {
  listCategories,
  listCityCategories,
  listSchools,
  similarSchools,
  suggestSchools,
} from '#server/contract/schools/schools.ts'
import { understandSearch } from '#server/contract/search/understand.ts'
import { findCityMedians, summariseFacts } from '#server/db/schools/fact-summary.ts'
import { findCityParts } from '#server/db/schools/city-parts.ts'
import { findBusStops } from '#server/db/schools/bus-stops.ts'
import { findPlanningSteps } from '#server/db/schools/planning-steps.ts'
import { findRanking, findRankings } from '#server/db/schools/rankings.ts'
import { countCategories, countCityCategories } from '#server/db/schools/school-categories.ts'
import { findSchool } from '#server/db/schools/school-detail.ts'
import { findSchools } from '#server/db/schools/school-list.ts'
import { findSchoolPaths } from '#server/db/schools/school-paths.ts'
import { suggest } from '#server/services/search/suggest.ts'
import { understand } from '#server/services/search/understand.ts'
import { findSimilarSchools } from '#server/db/schools/school-similar.ts'
import { weighRankingBy } from '#server/services/schools/weigh-ranking.ts'
import { chinaDay } from '#server/services/china-time.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { invalidFields, notFound } from '../api-error.ts'
import { found } from '../found.ts'
import { withHtml } from '../articles/rich-html.ts'
import { serve } from '../serve.ts'
import { childOf } from '../child-of.ts'

/** Endpoints that search schools, return one school, and list rankings. */
export function schoolEndpoints({ database: { db }, publicOrigin, now }: ApiDependencies) {
  return [
    serve(understandSearch, ({ input }) => understand(db, input)),
    serve(listSchools, ({ input }) => {
      const { child, today } = childOf(input, now(), input.city_code)
      return findSchools(db, { ...input, child }, today)
    }),
    serve(suggestSchools, ({ input }) => suggest(db, input)),
    serve(getSchool, async ({ input }) => {
      const school = found(await findSchool(db, input, childOf(input, now())))
      if ('movedTo' in school) throw notFound({ withdrawn: true, moved_to: school.movedTo })
      return withHtmlTexts(school, publicOrigin)
    }),
    serve(listPlanningSteps, ({ input }) => findPlanningSteps(db, input, chinaDay(now()))),
    serve(listSchoolPaths, ({ input }) => findSchoolPaths(db, input, chinaDay(now()))),
    serve(similarSchools, ({ input }) => findSimilarSchools(db, input, childOf(input, now()))),
    serve(listBusStops, ({ input }) => findBusStops(db, input)),
    serve(listCategories, ({ input }) => countCategories(db, input)),
    serve(listCityCategories, () => countCityCategories(db)),
    serve(listCityParts, () => findCityParts(db, now()), { cacheMs: 5 * 60_000 }),
    serve(getCityMedians, ({ input }) => findCityMedians(db, input.city_code), { cacheMs: 5 * 60_000 }),
    serve(getFactSummary, () => summariseFacts(db, chinaDay(now())), { cacheMs: 5 * 60_000 }),
    serve(listRankings, ({ input }) => findRankings(db, input)),
    serve(weighRanking, async ({ input }) => {
      const answer = weighRankingBy(found(await findRanking(db, input.id)), input.weights)
      if (typeof answer === 'string') throw invalidFields({ weights: answer })
      return answer
    }),
  ]
}

/** A stored school with its texts as HTML. */
export function withHtmlTexts(school: SchoolDetailData, ownOrigin: string | undefined): SchoolDetailData {
  const options = { top: 3, ownOrigin } as const
  return {
    ...school,
    about: school.about.map((section) => withHtml(section, options)),
    admissions: school.admissions.map((section) => withHtml(section, options)),
  }
}
