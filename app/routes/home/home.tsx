import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireCity } from '#app/city/redirects.ts'
import { courseMeta } from '#app/course/course-meta.ts'
import { CoursePage } from '#app/course/course-page.tsx'
import { courseKeyIn, loadCourse } from '#app/course/load-course.server.ts'
import { coursePath, homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { homeTemplate } from '#app/seo/templates/home.ts'
import { CityHome } from './city-home.tsx'
import { loadHome } from './load-home.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) =>
  found === undefined || 'course' in found
    ? courseMeta(found, matches)
    : pageMeta(homeTemplate, {
        values: { city: found.city.name },
        canonical: homePath(found.city),
        ...siteOf(matches),
      })

/**
 * `/` and `/{city}/`; and `/course{id}/`, since Remix matches no part of a segment: this route gets every address of
 * one segment that no other route knows.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const key = courseKeyIn(params.home ?? '')
  if (key !== undefined) {
    const { city, headers } = requireCity({ context, request }, undefined, (other) => coursePath(other, key))
    return data(await loadCourse(caller, city, key), { headers })
  }
  // What looks like a file is none: no city's name holds a full stop.
  if (params.home?.includes('.') === true) throw data(null, { status: 404 })
  const { city, headers } = requireCity({ context, request }, params.home, homePath)
  return data(await loadHome(caller, city), { headers })
}

export { pageRevalidates as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function HomePage() {
  const found = useLoaderData<typeof loader>()
  return 'course' in found ? <CoursePage {...found} /> : <CityHome {...found} />
}
