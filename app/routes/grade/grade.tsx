import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { notKnown } from '#server/contract/not-known.ts'
import { labelOf, stages } from '#server/contract/vocabulary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { requireCity } from '#app/city/redirects.ts'
import { StageSection } from './stage-section.tsx'
import { gradePath, schoolListPath } from '#app/paths.ts'
import { siteOf, useSchoolWord } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { latestOf } from '#app/seo/moments.server.ts'
import { breadcrumbList, schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { areSample, schoolCardView } from '#app/schools/school-card-view.ts'

/** Texts of the route `grade`. */
export const gradeTemplate: Template = {
  title: '{year}{city}国际学校_按学段选学校',
  keywords: '{city}国际幼儿园,{city}国际小学,{city}国际初中,{city}国际高中',
  description: '{year}{city}国际学校按学段查看{extra1}。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(gradeTemplate, {
    values: {
      city: data?.city.name,
      extra1:
        data && data.parts.length > 0
          ? `:${data.parts.map(({ stage, total }) => `${labelOf(stages, stage)}${total}所`).join('、')}`
          : '',
    },
    canonical: data && data.parts.length > 0 ? gradePath(data.city) : undefined,
    ...siteOf(matches),
  })

const breadcrumbsOf = (city: City) => cityBreadcrumbs(city, { name: '学段' })

/** `/grade/` and `/grade/{city}/`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, gradePath)
  const api = apiFor({ context, request })
  const lists = await Promise.all(
    stages.map(async ({ slug }) => {
      const list = await api(listSchools, { stage: slug, page_size: 3 }, { city: city.code }).then(
        unwrapOrThrow,
      )
      return { stage: slug, ...list }
    }),
  )
  describePage(context, {
    things: (around) => [
      breadcrumbList(around, breadcrumbsOf(city)),
      ...lists.map(({ stage, items, total }) =>
        schoolList(around, { name: `${city.name}${labelOf(stages, stage)}`, schools: items, total }),
      ),
    ],
    dates: {
      path: gradePath(city),
      title: `按学段选${city.name}学校`,
      updated: latestOf(lists.flatMap(({ items }) => items.map(({ updated_at }) => updated_at))),
    },
  })
  const parts = lists
    .filter(({ total }) => total > 0)
    .map(({ stage, total, facets, items, unknown }) => ({
      stage,
      total,
      fees: facets.fee,
      unpriced: unknown?.fee ?? 0,
      schools: items.map((school) => schoolCardView(school)),
    }))
  // Without the selection of its own every list counts them.
  return data({ city, parts, unstaged: lists[0]?.unknown?.stage ?? 0 }, { headers })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function GradePage() {
  const { city, parts, unstaged } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbsOf(city)} />
      <h1>{`按学段选${city.name}${useSchoolWord(city)}`}</h1>
      <p className="soft">招生规则以当地教育局当年公布的为准。</p>
      <nav className="section" aria-label="本页学段">
        <p className="words">
          {parts.map(({ stage, total }) => (
            <a className="word" key={stage} href={`#${stage}`}>
              {stages.find(({ slug }) => slug === stage)?.label}
              <small>{total}</small>
            </a>
          ))}
          {unstaged === 0 ? null : (
            <a className="word" href={`${schoolListPath(city)}?unknown=stage`} rel="nofollow">
              {notKnown}
              <small>{unstaged}</small>
            </a>
          )}
        </p>
      </nav>
      {parts.map((part, at) => (
        <StageSection
          key={part.stage}
          city={city}
          isContinued={parts.slice(0, at).some(({ schools }) => areSample(schools))}
          {...part}
        />
      ))}
    </main>
  )
}
