import {
  getGraduate,
  getView,
  listAnswers,
  listEnvs,
  listGraduates,
  listTeachers,
  listViews,
} from '#server/contract/schools/school-content.ts'
import { findEnvs } from '#server/db/articles/envs.ts'
import { findGraduate, findGraduates } from '#server/db/articles/graduates.ts'
import { findAnswers } from '#server/db/leads/questions.ts'
import { findView, findViews } from '#server/db/schools/school-views.ts'
import { findTeachers } from '#server/db/articles/teachers.ts'
import { shownHtml } from '#server/services/content/texts/shown-html.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { withHtml } from '../articles/rich-html.ts'
import { serve } from '../serve.ts'

/** Endpoints of a school's content: news, graduates, questions, teachers, pictures. */
export function schoolContentEndpoints({ database: { db }, publicOrigin }: ApiDependencies) {
  const shown = { ownOrigin: publicOrigin }
  return [
    serve(listViews, ({ input }) => findViews(db, input)),
    serve(getView, async ({ input }) => withHtml(found(await findView(db, input.id)), shown)),
    serve(listGraduates, ({ input }) => findGraduates(db, input)),
    serve(getGraduate, async ({ input }) => {
      const graduate = found(await findGraduate(db, input.id))
      return { ...graduate, story: shownHtml(graduate.story, shown) }
    }),
    serve(listAnswers, ({ input }) => findAnswers(db, input)),
    serve(listTeachers, ({ input }) => findTeachers(db, input)),
    serve(listEnvs, ({ input }) => findEnvs(db, input)),
  ]
}
