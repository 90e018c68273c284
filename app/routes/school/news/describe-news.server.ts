import type { DataOf } from '#server/contract/endpoint.ts'
import type { getView } from '#server/contract/schools/school-content.ts'
import { schoolNewsPath } from '#app/paths.ts'
import { newsArticle } from '#app/seo/structured/articles.server.ts'
import type { PageDescription } from '#app/seo/structured/page-description.server.ts'

/** Structured data of a school's news item. */
export function describeNews(view: DataOf<typeof getView>): PageDescription {
  const { title, summary, picture, school, published_at: published, updated_at: updated } = view
  const path = schoolNewsPath(view.school_id, view.id)
  return {
    things: (around) => [newsArticle(around, { path, title, summary, picture, school, published, updated })],
    dates: { path, title, images: picture ? [picture] : [], published, updated },
  }
}
