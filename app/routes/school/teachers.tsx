import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listTeachers } from '#server/contract/schools/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { schoolPath, pagedPath } from '#app/paths.ts'
import { TeacherCards } from '#app/routes/school/people/teacher-cards.tsx'
import { requireExistingPage } from '#app/page-parts/existing-page.server.ts'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { EmptyPart, PartPage } from '#app/routes/school/frame/part-page.tsx'
import { requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { listMeta } from './school-meta.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { teacherNodes } from '#app/seo/structured/school.server.ts'
import { Pager } from '#app/ui/pager.tsx'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolTeachers`. */
export const schoolTeachersTemplate: Template = {
  title: '{school}师资_{extra3}_教师团队{extra2}',
  keywords: '{school}师资,{school}老师,{school}外教',
  description: '{school}({extra3})的教师团队:学科、教龄与介绍{extra1}{extra2}。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(schoolTeachersTemplate, args, 'teachers', args.data?.list)

const pageHref = (id: number, page: number) => pagedPath(schoolPath(id, 'teachers'), page)

/** `/school/{sid}/teachers/`, with `?page=`: teachers, in the school's order. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const input = { school_id: requireId(params.sid), page: pageNumberOf(request), page_size: 12 }
  const list = await apiFor({ context, request })(listTeachers, input, { city: 'all' })
  const teachers = requireExistingPage(unwrapOrThrow(list), (page) => pageHref(input.school_id, page))
  describePage(context, {
    things: (around) => teacherNodes(around, input.school_id, teachers.items),
  })
  return { list: teachers }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolTeachersPage() {
  const { list } = useLoaderData<typeof loader>()
  const { id } = useSchool()
  return (
    <PartPage title="师资" wide>
      {list.total === 0 ? (
        <EmptyPart>还没有这所学校教师的资料。</EmptyPart>
      ) : (
        <TeacherCards items={list.items} level={2} />
      )}
      <Pager
        page={list.page}
        pageSize={list.page_size}
        total={list.total}
        unit="位"
        hrefOf={(page) => pageHref(id, page)}
      />
    </PartPage>
  )
}

export function ErrorBoundary() {
  return <PartError part="teachers" />
}
