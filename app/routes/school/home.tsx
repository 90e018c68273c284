import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listOpenDays } from '#server/contract/content.ts'
import {
  listAnswers,
  listEnvs,
  listGraduates,
  listTeachers,
  listViews,
} from '#server/contract/school-content.ts'
import { similarSchools } from '#server/contract/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { schoolPath } from '#app/paths.ts'
import { partOf } from '#app/school/late-part.server.ts'
import { requireId } from '#app/school/require-id.ts'
import { homeValues, schoolMeta } from '#app/school/school-meta.ts'
import { SchoolOverview } from '#app/school/overview.tsx'

export const meta: MetaFunction<typeof loader> = (args) =>
  schoolMeta('schoolHome', args, (school) => ({
    canonical: schoolPath(school.id),
    values: homeValues(school),
  }))

/** `/school/{sid}/`: pictures, open days, news and teachers with the page; the rest streams. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const school_id = requireId(params.sid)
  const caller = { context, request }
  const api = apiFor(caller)
  const everywhere = { city: 'all' }
  const late = {
    graduates: partOf(api(listGraduates, { school_id, page_size: 3 }, everywhere), caller),
    answers: partOf(api(listAnswers, { school_id, page_size: 3 }, everywhere), caller),
    similar: partOf(api(similarSchools, { school_id, page_size: 3 }, everywhere), caller),
  }
  const [envs, openDays, views, teachers] = await Promise.all([
    partOf(api(listEnvs, { school_id, page_size: 4 }, everywhere), caller),
    partOf(api(listOpenDays, { school_id, page_size: 3 }, everywhere), caller),
    partOf(api(listViews, { school_id, page_size: 3 }, everywhere), caller),
    partOf(api(listTeachers, { school_id, page_size: 3 }, everywhere), caller),
  ])
  return { detailTwoInfo: { envs, openDays, views, teachers, ...late } }
}

export default function SchoolHomePage() {
  return <SchoolOverview {...useLoaderData<typeof loader>().detailTwoInfo} />
}
