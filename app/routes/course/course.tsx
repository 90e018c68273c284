import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireCity } from '#app/city/redirects.ts'
import { courseMeta } from '#app/articles/course-meta.ts'
import { CoursePage } from '#app/articles/course-page.tsx'
import { courseKeyIn, loadCourse } from '#app/articles/load-course.server.ts'
import { coursePath } from '#app/paths.ts'
import { notFound } from '#app/require-id.ts'

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) => courseMeta(found, matches)

/** `/course{id}/{city}/`, and every other path of two segments that no route matches: 404. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const key = courseKeyIn(params.course ?? '')
  if (key === undefined) throw notFound('')
  const { city, headers } = requireCity({ context, request }, params.city, (other) => coursePath(other, key))
  return data(await loadCourse({ context, request }, city, key), { headers })
}

/** A form posted to an address that does not exist: 404, not a method error. */
export function action() {
  throw notFound('')
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function CourseInCityPage() {
  return <CoursePage {...useLoaderData<typeof loader>()} />
}
