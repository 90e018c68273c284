import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireCity } from '#app/city/redirects.ts'
import { courseMeta } from '#app/articles/course-meta.ts'
import { CoursePage } from '#app/articles/course-page.tsx'
import { courseKeyIn, loadCourse } from '#app/articles/load-course.server.ts'
import { coursePath, homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { citySearchTerms, type Template } from '#app/seo/template.ts'
import { CityHome } from './city-home.tsx'
import { homeLead } from './home-lead.ts'
import { loadHome } from './load-home.server.ts'

/** Texts of the route `home`. */
export const homeTemplate: Template = {
  title: '{year}{city}国际学校择校_{city}国际学校信息大全',
  keywords: `${citySearchTerms},{city}国际学校排名,{city}国际学校学费`,
  description: '{year}{city}国际学校信息:{extra1}',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) =>
  found === undefined || 'course' in found
    ? courseMeta(found, matches)
    : pageMeta(homeTemplate, {
        values: { city: found.city.name, extra1: homeLead(found.schools) },
        canonical: found.schools.total === 0 ? undefined : homePath(found.city),
        ...siteOf(matches),
      })

/**
 * `/` and `/{city}/`; and `/course{id}/`, since Remix matches no partial segments: this route gets every path of one
 * segment that no other route matches.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const key = courseKeyIn(params.home ?? '')
  if (key !== undefined) {
    const { city, headers } = requireCity({ context, request }, undefined, (other) => coursePath(other, key))
    return data(await loadCourse(caller, city, key), { headers })
  }
  // A missing file: no city's slug contains a full stop.
  if (params.home?.includes('.') === true) throw data(null, { status: 404 })
  const { city, headers } = requireCity({ context, request }, params.home, homePath)
  return data(await loadHome(caller, city), { headers })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function HomePage() {
  const found = useLoaderData<typeof loader>()
  return 'course' in found ? <CoursePage {...found} /> : <CityHome {...found} />
}
