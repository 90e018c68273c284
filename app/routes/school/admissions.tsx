import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listOpenDays } from '#server/contract/open-days.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { schoolPath } from '#app/paths.ts'
import { FactOrigins } from '#app/schools/fact-origins.tsx'
import { totalCostLabel, tuitionLabel } from '#app/schools/fact-labels.ts'
import { FeesTable } from '#app/routes/school/admissions/fees-table.tsx'
import { OpenDayList } from '#app/routes/school/admissions/open-day-list.tsx'
import { StepList } from '#app/routes/school/admissions/step-list.tsx'
import { ChildSection } from '#app/routes/school/overview/child-section.tsx'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { EmptyPart, PartPage } from '#app/routes/school/frame/part-page.tsx'
import { WrongHere } from '#app/schools/wrong-here.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { openDayRow, withoutPast } from './content-views.ts'
import { requireId } from '#app/require-id.ts'
import { useSchool, useSchoolRoute } from '#app/schools/school-data.ts'
import { schoolMeta } from './school-meta.ts'
import { openDayEvents } from '#app/seo/structured/open-days.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { TextSections } from './text-sections.tsx'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolAdmissions`. */
export const schoolAdmissionsTemplate: Template = {
  title: '{school}招生_{extra3}_{year}学费与入学流程',
  keywords: '{school}招生,{school}学费,{school}入学考试,{school}报名',
  description: '{school}({extra3}){year}{extra1}。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  schoolMeta(
    schoolAdmissionsTemplate,
    args,
    args.data &&
      ((school, parts) => {
        const { openDays } = args.data ?? { openDays: [] }
        const total = totalCostLabel(school)
        const told = [
          ...((school.admissions ?? []).length === 0 ? [] : ['招生条件与入学流程']),
          ...(tuitionLabel(school) === undefined ? [] : ['学费']),
          ...(total === undefined ? [] : [`一年总费用(${total})`]),
          ...(openDays.length === 0 ? [] : ['近期开放日']),
        ]
        return {
          canonical: parts.includes('admissions') ? schoolPath(school.id, 'admissions') : undefined,
          values: { extra1: told.length === 0 ? '招生信息' : told.join('、') },
        }
      }),
  )

/** `/school/{sid}/admissions/`: how to get in, what it costs, when to visit. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const school_id = requireId(params.sid)
  const days = await apiFor({ context, request })(listOpenDays, { school_id, page_size: 10 }, { city: 'all' })
  const items = withoutPast(unwrapOrThrow(days).items)
  describePage(context, { things: (around) => openDayEvents(around, items) })
  return { openDays: items.map(openDayRow) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolAdmissionsPage() {
  const { openDays } = useLoaderData<typeof loader>()
  const { admissions = [], id } = useSchool()
  const { entry, fees = [], origins = [] } = useSchoolRoute()
  return (
    <>
      <ChildSection />
      <PartPage title="招生与学费">
        {entry === undefined || entry.steps.length === 0 ? null : (
          <section className="section" aria-labelledby="steps">
            <SectionHeading id="steps" title={`${entry.year}年入学`} />
            <StepList steps={entry.steps} wide />
            <WrongHere id={id} field="dates" about="报名日期" />
          </section>
        )}
        {admissions.length === 0 ? <EmptyPart>还没有查到这所学校的招生简章。</EmptyPart> : null}
        <div className="section">
          <TextSections sections={admissions} />
        </div>
        {admissions.length === 0 ? null : <WrongHere id={id} field="entry" about="招生条件" />}
        {fees.length > 0 ? (
          <section className="section" aria-labelledby="fees">
            <SectionHeading id="fees" title="学费与费用" />
            <FeesTable />
            <WrongHere id={id} field="tuition" about="学费与费用" />
          </section>
        ) : null}
        <FactOrigins title="学费、报名和招生条件的来源和日期" origins={origins} />
        {openDays.length === 0 ? null : (
          <section className="section" aria-labelledby="opendays">
            <SectionHeading id="opendays" title="开放日" />
            <OpenDayList items={openDays} />
            <WrongHere id={id} field="dates" about="开放日" />
          </section>
        )}
      </PartPage>
    </>
  )
}

export function ErrorBoundary() {
  return <PartError part="admissions" />
}
