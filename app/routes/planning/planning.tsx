import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { requireCity } from '#app/city/redirects.ts'
import type { Caller } from '#app/load-context.ts'
import { planningPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Article } from './article.tsx'
import { articleOf, overviewOf } from './describe-planning.server.ts'
import { loadFits } from './load-fits.server.ts'
import { loadPath } from './load-path.server.ts'
import { loadPlan } from './load-plan.server.ts'
import { loadArticle, loadTopics } from './load-planning.server.ts'
import { loadTotal } from './load-total.server.ts'
import { Overview } from './overview.tsx'
import { planFields, readPlan, type PlanQuery } from './read-plan.server.ts'

/** Texts of the route `planning`. */
export const planningTemplate: Template = {
  title: '{extra1}{year}{city}升学规划_国际学校升学路径',
  keywords: '{city}升学规划,{city}国际学校规划,择校规划',
  description: '{year}{city}家长的升学规划{extra2}。',
}

/** Texts of one article. */
export const planningArticleTemplate: Template = {
  title: '{title}_{year}{city}升学规划_国际学校升学路径',
  keywords: '{title},{city}升学规划,{city}国际学校规划,择校规划',
  description: '{extra1}{title}:{year}{city}升学规划与择校参考。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => {
  const site = siteOf(matches)
  if (found === undefined) return errorMeta(404, site.siteName)
  const { city, article, plan } = found
  if (article !== undefined) {
    const { slug, title, summary, picture, updated_at: updated } = article
    return pageMeta(planningArticleTemplate, {
      values: { city: city.name, title, extra1: summary },
      canonical: planningPath(city, slug),
      image: picture,
      article: { updated },
      ...site,
    })
  }
  const heading = plan && `${plan.steps.year}年入学${plan.steps.grade}日程_`
  return pageMeta(planningTemplate, {
    values: {
      city: city.name,
      extra1: heading,
      extra2:
        found.topics.length === 0
          ? ''
          : `:${found.topics
              .slice(0, 3)
              .map(({ title }) => title)
              .join('、')}`,
    },
    canonical: found.topics.length === 0 ? undefined : planningPath(city),
    isUnlisted: plan !== undefined,
    ...site,
  })
}

/** `/planning/` and `/planning/{city}/`; with `?topic=` one article, with `?grade=` the plan for a child. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, planningPath)
  const caller = { context, request }
  const query = new URL(request.url).searchParams
  const key = query.get('topic') ?? ''
  const asked = key === '' ? readPlan(query) : undefined
  const [topics, article, plan] = await Promise.all([
    loadTopics(caller, city),
    key === '' ? undefined : loadArticle(caller, city, key),
    asked && loadWholePlan(caller, city, asked),
  ])
  describePage(context, article === undefined ? overviewOf(city, topics) : articleOf(city, article))
  return data({ city, topics, article, plan }, { headers })
}

async function loadWholePlan(caller: Caller, city: City, asked: PlanQuery) {
  const [steps, fits, path, total] = await Promise.all([
    loadPlan(caller, city, asked, new Date()),
    loadFits(caller, city, asked),
    loadPath(caller, city, asked),
    loadTotal(caller, asked),
  ])
  const query = new URLSearchParams(planFields(asked)).toString()
  return { child: asked.child, steps, fits, path, total, chosen: asked.schools, query }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function PlanningPage() {
  const { city, topics, article, plan } = useLoaderData<typeof loader>()
  return article === undefined ? (
    <Overview city={city} topics={topics} plan={plan} />
  ) : (
    <Article city={city} article={article} others={topics.filter(({ slug }) => slug !== article.slug)} />
  )
}
