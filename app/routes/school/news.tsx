import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listViews } from '#server/contract/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { need } from '#app/api/need.ts'
import { schoolPath } from '#app/paths.ts'
import { NewsList } from '#app/school/news-list.tsx'
import { existingPage } from '#app/school/list-part.server.ts'
import { PartError } from '#app/school/part-error.tsx'
import { EmptyPart, PartPage } from '#app/school/part-page.tsx'
import { pageOf, requireId } from '#app/school/require-id.ts'
import { useSchool } from '#app/school/school-data.ts'
import { listMeta } from '#app/school/school-meta.ts'
import { schoolNewsListTemplate } from '#app/seo/templates/school-news-list.ts'
import { Pager } from '#app/ui/pager.tsx'

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(schoolNewsListTemplate, args, 'news', args.data?.list)

/** `/school/{sid}/news/`, with `?page=`: news of the school, newest first. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const input = { school_id: requireId(params.sid), page: pageOf(request), page_size: 10 }
  const list = await apiFor({ context, request })(listViews, input, { city: 'all' })
  return { list: existingPage(need(list)) }
}

export default function SchoolNewsListPage() {
  const { list } = useLoaderData<typeof loader>()
  const { id } = useSchool()
  return (
    <PartPage title="动态">
      {list.total === 0 ? (
        <EmptyPart>还没有这所学校的动态。</EmptyPart>
      ) : (
        <NewsList items={list.items} level={2} />
      )}
      <Pager
        page={list.page}
        pageSize={list.page_size}
        total={list.total}
        unit="条"
        hrefOf={(page) => schoolPath(id, 'news') + (page === 1 ? '' : `?page=${page}`)}
      />
    </PartPage>
  )
}

export function ErrorBoundary() {
  return <PartError part="news" />
}
