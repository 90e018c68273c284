import type { City } from '#server/contract/cities.ts'
import { planningPath } from '#app/paths.ts'
import { adviceArticle } from '#app/seo/structured/articles.server.ts'
import { breadcrumbList, itemList } from '#app/seo/structured/lists.server.ts'
import type { PageDescription } from '#app/seo/structured/page-description.server.ts'
import { articleBreadcrumbs } from './article.tsx'
import type { ArticleData, Topic } from './load-planning.server.ts'
import { overviewHeading, overviewBreadcrumbs } from './overview.tsx'

/** Structured data of a city's list of planning articles. */
export function overviewOf(city: City, topics: readonly Topic[]): PageDescription {
  return {
    things: (around) => [
      breadcrumbList(around, overviewBreadcrumbs(city)),
      itemList(around, {
        name: overviewHeading(city),
        items: topics.map(({ title, slug }) => ({ name: title, path: planningPath(city, slug) })),
      }),
    ],
  }
}

/** Structured data of a planning article. */
export function articleOf(city: City, article: ArticleData): PageDescription {
  const { slug, title, summary, picture, updated_at: updated } = article
  const path = planningPath(city, slug)
  return {
    things: (around) => [
      breadcrumbList(around, articleBreadcrumbs(city, title)),
      adviceArticle(around, { path, title, summary, picture, updated }),
    ],
    dates: { path, title, images: picture ? [picture] : [], updated },
  }
}
