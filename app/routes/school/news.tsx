import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listViews } from '#server/contract/schools/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { schoolNewsPath, schoolPath, pagedPath } from '#app/paths.ts'
import { NewsList } from '#app/routes/school/news/news-list.tsx'
import { requireExistingPage } from '#app/page-parts/existing-page.server.ts'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { EmptyPart, PartPage } from '#app/routes/school/frame/part-page.tsx'
import { requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { listMeta } from './school-meta.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { itemList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Pager } from '#app/ui/pager.tsx'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolNewsList`. */
export const schoolNewsListTemplate: Template = {
  title: '{school}动态_{extra3}_校园新闻{extra2}',
  keywords: '{school}动态,{school}新闻,{school}活动',
  description: '{school}({extra3})最新的校园新闻、活动与招生消息{extra1}{extra2}。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(schoolNewsListTemplate, args, 'news', args.data?.list)

const pageHref = (id: number, page: number) => pagedPath(schoolPath(id, 'news'), page)

/** `/school/{sid}/news/`, with `?page=`: news of the school, newest first. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const input = { school_id: requireId(params.sid), page: pageNumberOf(request), page_size: 10 }
  const list = await apiFor({ context, request })(listViews, input, { city: 'all' })
  const news = requireExistingPage(unwrapOrThrow(list), (page) => pageHref(input.school_id, page))
  const path = pageHref(input.school_id, news.page)
  describePage(context, {
    things: (around) => [
      itemList(around, {
        name: '动态',
        items: news.items.map(({ id, title }) => ({
          name: title,
          path: schoolNewsPath(input.school_id, id),
        })),
        total: news.total,
        first: (news.page - 1) * news.page_size + 1,
      }),
    ],
    dates: { path, updated: latestOf(news.items.map(({ published_at }) => published_at)) },
  })
  return { list: news }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

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
        hrefOf={(page) => pageHref(id, page)}
      />
    </PartPage>
  )
}

export function ErrorBoundary() {
  return <PartError part="news" />
}
