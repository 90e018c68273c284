import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireCity } from '#app/city/redirects.ts'
import { planningPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Article } from './article.tsx'
import { articleOf, overviewOf } from './describe-planning.server.ts'
import { loadArticle, loadTopics } from './load-planning.server.ts'
import { Overview } from './overview.tsx'

/** Texts of the route `planning`. */
export const planningTemplate: Template = {
  title: '{extra1}{year}{city}升学规划_国际学校升学路径',
  keywords: '{city}升学规划,{city}国际学校规划,择校规划',
  description: '{year}{city}家长的升学规划:不同学段转轨的时间点、课程衔接、考试与预算。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  const site = siteOf(matches)
  if (found === undefined) return errorMeta(404, site.siteName)
  const { city, article } = found
  return pageMeta(planningTemplate, {
    values: { city: city.name, ...(article === undefined ? {} : { extra1: `${article.title}_` }) },
    canonical: planningPath(city, article?.slug),
    ...(article === undefined ? {} : { image: article.picture, article: { updated: article.updated_at } }),
    ...site,
  })
}

/** `/planning/` and `/planning/{city}/`; with `?topic=` one article. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, planningPath)
  const caller = { context, request }
  const key = new URL(request.url).searchParams.get('topic') ?? ''
  const [topics, article] = await Promise.all([
    loadTopics(caller, city),
    key === '' ? undefined : loadArticle(caller, city, key),
  ])
  describePage(context, article === undefined ? overviewOf(city, topics) : articleOf(city, article))
  return data({ city, topics, article }, { headers })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function PlanningPage() {
  const { city, topics, article } = useLoaderData<typeof loader>()
  return article === undefined ? (
    <Overview city={city} topics={topics} />
  ) : (
    <Article city={city} article={article} others={topics.filter(({ slug }) => slug !== article.slug)} />
  )
}
