import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { getCityMedians } from '#server/contract/schools/fact-summary.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { codes } from '#server/contract/codes.ts'
import { hasChild } from '#server/contract/child/child-query.ts'
import { readChild } from '#app/child/read-child.server.ts'
import { chinaDay } from '#app/china-time.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { redirectToMergedSchool } from '#app/schools/redirect-to-merged-school.server.ts'
import { ActionBar } from '#app/routes/school/frame/action-bar.tsx'
import { NextPart } from '#app/routes/school/frame/next-part.tsx'
import { Notices } from '#app/routes/school/frame/notices.tsx'
import { schoolRouteData } from '#app/routes/school/frame/school-route-data.ts'
import { notFound, requireId } from '#app/require-id.ts'
import { type SchoolRouteData, useSchoolPagePosition } from '#app/schools/school-data.ts'
import { SchoolHeader, SchoolTabs } from '#app/routes/school/frame/school-header.tsx'
import { entryView } from './entry-view.server.ts'
import { feeRows } from './fee-rows.server.ts'
import { schoolForChild } from './school-for-child.server.ts'
import { schoolDescription } from './school-description.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import styles from './school.module.css'

const unknown = '没有找到这所学校：网址可能有误，或者它的页面已经移除。'

/** `/school/{sid}/` and all its sections: the school's fact sheet and texts. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<SchoolRouteData> {
  const id = requireId(params.sid, unknown)
  const { pathname, searchParams } = new URL(request.url)
  const child = readChild(searchParams)
  const caller = { context, request }
  const api = apiFor(caller)
  const hasCosts = showsCosts(pathname)
  const reply = await api(getSchool, { id, ...child, ...(hasCosts ? { entry: true } : {}) }, { city: 'all' })
  redirectToMergedSchool(reply, request)
  if (!reply.ok && reply.code === codes.notFound) throw notFound(unknown)
  const detail = unwrapOrThrow(reply)
  if (!hasChild(child)) describePage(context, schoolDescription(detail, pathname))
  const favourites = await renderedFavourites(caller, [id])
  const medians = isOverview(pathname)
    ? await api(getCityMedians, { city_code: detail.city_code }, { city: 'all' })
    : undefined
  const { entry } = detail
  const isAdmissions = pathname.includes('/admissions')
  const forChild = hasChild(child)
    ? schoolForChild(request, detail, { query: child, steps: entry?.admission_steps ?? [] })
    : undefined
  const tuition = detail.child?.cost?.tuition
  const view = schoolRouteData(detail, pathname, medians?.ok === true ? medians.data.figures : [])
  return {
    ...view,
    // The grade's own, as the page speaks for a child.
    ...(tuition === undefined
      ? {}
      : { detailInfo: { ...view.detailInfo, tuition_min: tuition, tuition_max: tuition } }),
    ...(entry === undefined
      ? {}
      : {
          // With a grade the overview says what this child costs in the place of the table.
          ...(child.grade === undefined || isAdmissions ? { fees: feeRows(detail, entry) } : {}),
          entry: entryView(detail, entry, {
            today: chinaDay(new Date()),
            isOfChild: forChild?.text !== undefined,
          }),
        }),
    ...(forChild === undefined ? {} : { child: forChild }),
    ...(favourites.length === 0 ? {} : { favourites }),
  }
}

/** Whether the page at a path is the overview. */
function isOverview(path: string): boolean {
  return /^\/school\/\d+\/*$/.test(path)
}

/** Whether the page at a path is the overview or the admissions section. */
function showsCosts(path: string): boolean {
  return /^\/school\/\d+(?:\/admissions)?\/*$/i.test(path)
}

// Also when the section changes, since each loads its own texts only.
export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolPage() {
  const { detailInfo: school, parts, links, child } = useLoaderData<typeof loader>()
  const place = useSchoolPagePosition()
  return (
    <>
      <main id="main" className={styles.main}>
        <SchoolHeader school={school} {...place} />
        <SchoolTabs school={school} parts={parts} child={child?.query} {...place} />
        <Notices school={school} />
        <Outlet key={school.id} />
        {place.part === undefined ? null : (
          <NextPart id={school.id} parts={parts} part={place.part} child={child?.query} />
        )}
      </main>
      <ActionBar school={school} parts={parts} links={links} />
    </>
  )
}
