import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasCoreFacts } from '#server/contract/catalogue/school-facts.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import {
  listAnswers,
  listEnvs,
  listGraduates,
  listTeachers,
  listViews,
} from '#server/contract/schools/school-content.ts'
import { similarSchools, type SchoolCardData } from '#server/contract/schools/schools.ts'
import { cardForChild } from '#app/schools/card-for-child.server.ts'
import { placeLabel, readChild, type CheckedChild } from '#app/child/read-child.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { orDeferred } from '#app/page-parts/optional-part.server.ts'
import { modalOf } from '#app/navigation/modal-address.ts'
import { schoolPath } from '#app/paths.ts'
import { rowsOrUndefined } from '#app/page-parts/rows-or-undefined.server.ts'
import {
  envRow,
  graduateRow,
  questionRow,
  shortOpenDayRow,
  shortTeacherRow,
  shortViewRow,
  withoutPast,
} from './content-views.ts'
import { requireId } from '#app/require-id.ts'
import { cardTitleOf, homeValues, schoolMeta } from './school-meta.ts'
import { openDayEvents } from '#app/seo/structured/open-days.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { SchoolOverview, SchoolUnderForm } from '#app/routes/school/overview/overview.tsx'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolHome`. */
export const schoolHomeTemplate: Template = {
  title: '{school}({extra3}){title}_{year}',
  keywords: '{school},{school}学费,{school}招生,{school}地址,{extra1}',
  description: '{school}{extra2}（{year}）。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  schoolMeta(schoolHomeTemplate, args, (school, parts) => ({
    canonical: hasCoreFacts(school) ? schoolPath(school.id) : undefined,
    image: school.cover,
    cardTitle: cardTitleOf(school),
    values: homeValues(school, parts),
  }))

/**
 * `/school/{sid}/`: pictures, open days, news and teachers with the page when they load within 300 ms; the rest is
 * deferred. Loads nothing for a document whose modal hides the page until it is closed.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const school_id = requireId(params.sid)
  if (modalOf(new URL(request.url).searchParams) !== undefined) return {}
  const caller = { context, request }
  const child = readChild(new URL(request.url).searchParams)
  const api = apiFor(caller)
  const everywhere = { city: 'all' }
  const graduates = api(listGraduates, { school_id, page_size: 3 }, everywhere)
  const answers = api(listAnswers, { school_id, page_size: 2 }, everywhere)
  const similar = api(similarSchools, { school_id, page_size: 3, ...child }, everywhere)
  const deferred = {
    graduates: rowsOrUndefined(graduates, graduateRow, caller),
    answers: rowsOrUndefined(answers, questionRow, caller),
    similar: rowsOrUndefined(similar, (school) => similarCard(school, child), caller),
  }
  const inPlace = <Data,>(part: Promise<Data>) => orDeferred(part, caller)
  const days = rowsOrUndefined(
    api(listOpenDays, { school_id, page_size: 3 }, everywhere),
    (day) => day,
    caller,
  ).then((found) => found && withoutPast(found))
  const [envs, openDays, views, teachers, described] = await Promise.all([
    inPlace(rowsOrUndefined(api(listEnvs, { school_id, page_size: 5 }, everywhere), envRow, caller)),
    inPlace(days.then((found) => found?.map(shortOpenDayRow))),
    inPlace(rowsOrUndefined(api(listViews, { school_id, page_size: 3 }, everywhere), shortViewRow, caller)),
    inPlace(
      rowsOrUndefined(api(listTeachers, { school_id, page_size: 3 }, everywhere), shortTeacherRow, caller),
    ),
    inPlace(days),
  ])
  if (Array.isArray(described))
    describePage(context, { things: (around) => openDayEvents(around, described) })
  return {
    detailTwoInfo: { envs: Array.isArray(envs) ? envs : undefined, openDays, views, teachers, ...deferred },
  }
}

/** A card without reasons and dates, which the school's own page states: this one must fit its first round trip. */
function similarCard(school: SchoolCardData, child: CheckedChild) {
  const card = cardForChild(school, placeLabel(child, school.city_code))
  if (card.notes === undefined) return card
  const { verdict, ...others } = card
  return { ...others, ...(verdict && { verdict: { ...verdict, reason: '' } }), notes: [] }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolHomePage() {
  const { detailTwoInfo } = useLoaderData<typeof loader>()
  return detailTwoInfo === undefined ? <SchoolUnderForm /> : <SchoolOverview {...detailTwoInfo} />
}
