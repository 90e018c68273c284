import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getView, listViews } from '#server/contract/schools/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { schoolNewsPath, schoolPath } from '#app/paths.ts'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { rowsOrUndefined } from '#app/page-parts/rows-or-undefined.server.ts'
import { viewRow } from './content-views.ts'
import { NewsArticle } from '#app/routes/school/news/news-article.tsx'
import { NewsList } from '#app/routes/school/news/news-list.tsx'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { notFound, requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { schoolMeta } from './school-meta.ts'
import { describePage, type PageDescription } from '#app/seo/structured/page-description.server.ts'
import { dayText } from '#app/ui/text/format.ts'
import { renderedLikes, toggleLike } from '#app/toggles/likes.server.ts'
import type { Template } from '#app/seo/template.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { newsArticle } from '#app/seo/structured/articles.server.ts'

/** Texts of the route `schoolNews`. */
export const schoolNewsTemplate: Template = {
  title: '{title}_{school}动态_{extra3}_{extra2}',
  keywords: '{title},{school}动态',
  description: '{school}({extra3}){extra2}动态:{title}。{extra1}',
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const view = args.data?.view
  return schoolMeta(
    schoolNewsTemplate,
    args,
    view && {
      canonical: schoolNewsPath(view.school_id, view.id),
      image: view.picture,
      article: { published: view.published_at, updated: view.updated_at },
      values: {
        title: view.title,
        extra1: view.summary ?? '',
        extra2: dayText(view.published_at),
      },
    },
  )
}

/** `/school/{sid}/news/{id}/`: one news item; 404 for an item of another school. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const school_id = requireId(params.sid)
  const id = requireId(params.id)
  const caller = { context, request }
  const api = apiFor(caller)
  const others = rowsOrUndefined(
    api(listViews, { school_id, page_size: 4 }, { city: 'all' }),
    viewRow,
    caller,
  )
  const view = unwrapOrThrow(await api(getView, { id }, { city: 'all' }))
  if (view.school_id !== school_id) throw notFound()
  describePage(context, describeNews(view))
  const likes = await renderedLikes(caller, { kind: 'view', id }, view.likes)
  return { view, likes, others, title: view.title }
}

/** The like action (有用). */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const school_id = requireId(params.sid)
  const id = requireId(params.id)
  return toggleLike({ context, request }, { kind: 'view', id }, schoolNewsPath(school_id, id))
}

export { sendToggle as clientAction } from '#app/toggles/toggle-outcome.ts'

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolNewsItemPage() {
  const { view, likes, others } = useLoaderData<typeof loader>()
  const { counts, id } = useSchool()
  return (
    <>
      <NewsArticle view={view} likes={likes} />
      {counts.views < 2 ? null : (
        <DeferredSection
          id="others"
          title="更多动态"
          href={schoolPath(id, 'news')}
          more={`全部${counts.views}条`}
          part={others}
          failed="更多动态暂时没有加载出来。"
        >
          {(items) => (
            <NewsList items={items.filter((other) => other.id !== view.id).slice(0, 3)} level={3} />
          )}
        </DeferredSection>
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <PartError part="news" />
}

/** Structured data of a school's news item. */
function describeNews(view: DataOf<typeof getView>): PageDescription {
  const { title, summary, picture, school, published_at: published, updated_at: updated } = view
  const path = schoolNewsPath(view.school_id, view.id)
  return {
    things: (around) => [newsArticle(around, { path, title, summary, picture, school, published, updated })],
    dates: { path, title, images: picture ? [picture] : [], published, updated },
  }
}
