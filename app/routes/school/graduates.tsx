import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listGraduates } from '#server/contract/schools/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { graduatePath, schoolPath, pagedPath } from '#app/paths.ts'
import { GraduateCards } from '#app/routes/school/people/graduate-cards.tsx'
import { requireExistingPage } from '#app/page-parts/existing-page.server.ts'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { EmptyPart, PartPage } from '#app/routes/school/frame/part-page.tsx'
import { requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { listMeta } from './school-meta.ts'
import { itemList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Pager } from '#app/ui/pager.tsx'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolGraduates`. */
export const schoolGraduatesTemplate: Template = {
  title: '{school}毕业生_{extra3}_毕业去向{extra2}',
  keywords: '{school}毕业生,{school}毕业去向,{school}升学',
  description: '{school}({extra3})毕业生的去向、专业与他们自己的讲述{extra1}{extra2}。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(schoolGraduatesTemplate, args, 'graduates', args.data?.list)

const pageHref = (id: number, page: number) => pagedPath(schoolPath(id, 'graduates'), page)

/** `/school/{sid}/graduates/`, with `?page=`: graduates, latest year first. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const input = { school_id: requireId(params.sid), page: pageNumberOf(request), page_size: 12 }
  const list = await apiFor({ context, request })(listGraduates, input, { city: 'all' })
  const graduates = requireExistingPage(unwrapOrThrow(list), (page) => pageHref(input.school_id, page))
  describePage(context, {
    things: (around) => [
      itemList(around, {
        name: '毕业生',
        items: graduates.items.map(({ id, name }) => ({ name, path: graduatePath(input.school_id, id) })),
        total: graduates.total,
        first: (graduates.page - 1) * graduates.page_size + 1,
      }),
    ],
  })
  return { list: graduates }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolGraduatesPage() {
  const { list } = useLoaderData<typeof loader>()
  const { id } = useSchool()
  return (
    <PartPage title="毕业生" wide>
      {list.total === 0 ? (
        <EmptyPart>还没有这所学校毕业生的资料。</EmptyPart>
      ) : (
        <GraduateCards items={list.items} level={2} />
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
  return <PartError part="graduates" />
}
