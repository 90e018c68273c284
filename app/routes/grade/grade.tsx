import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listSchools } from '#server/contract/schools.ts'
import { stages } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { need } from '#app/api/need.ts'
import { requireCity } from '#app/city/redirects.ts'
import { StageSection } from './stage-section.tsx'
import { gradePath, homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { gradeTemplate } from '#app/seo/templates/grade.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { cardView } from '#app/ui/card-view.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(gradeTemplate, {
    values: { city: data?.city.name },
    canonical: data ? gradePath(data.city) : undefined,
    ...siteOf(matches),
  })

/** `/grade/` and `/grade/{city}/`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity(request, params.city, gradePath)
  const api = apiFor({ context, request })
  const parts = await Promise.all(
    stages.map(async ({ slug }) => {
      const list = await api(listSchools, { stage: slug, page_size: 3 }, { city: city.code }).then(need)
      return {
        stage: slug,
        total: list.total,
        fees: list.facets.fee,
        schools: list.items.map((school) => cardView(school)),
      }
    }),
  )
  return data({ city, parts }, { headers })
}

export default function GradePage() {
  const { city, parts } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={[{ name: `${city.name}首页`, href: homePath(city) }, { name: '学段' }]} />
      <h1>{city.name}国际学校按学段选</h1>
      <p className="soft">各学段的选择、学费与学校。招生规则以当地教育局当年公布的为准。</p>
      <nav className="section" aria-label="本页学段">
        <p className="words">
          {parts.map(({ stage, total }) => (
            <a className="word" key={stage} href={`#${stage}`}>
              {stages.find(({ slug }) => slug === stage)?.label}
              <small>{total}</small>
            </a>
          ))}
        </p>
      </nav>
      {parts.map((part) => (
        <StageSection key={part.stage} city={city} {...part} />
      ))}
    </main>
  )
}
