import type { City } from '#server/contract/cities.ts'
import { listCourses } from '#server/contract/articles/articles.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { courseFactsOf, type CourseFacts } from '#app/articles/course-facts.server.ts'
import { courseName, courseTypeOf } from '#app/articles/course-names.ts'
import type { Caller } from '#app/load-context.ts'

/** View model of a course card with schools of the city that offer it. */
export type CourseView = {
  slug: string
  name: string
  title: string
  type: string
  summary?: string
  facts?: CourseFacts
  /** Absent for a course that is no curriculum. */
  offered?: { word: string; total: number; schools: { id: number; name: string }[] }
}

/** How many schools a card lists. */
const maxNamed = 3

/** Loads the courses of a city; cards list the first schools of the city's list. */
export async function loadCourses(caller: Caller, city: City): Promise<CourseView[]> {
  const api = apiFor(caller)
  const at = { city: city.code }
  const [courses, schools] = await Promise.all([
    api(listCourses, { page_size: 50 }, at).then(unwrapOrThrow),
    api(listSchools, { page_size: 50 }, at).then(unwrapOrThrow),
  ])
  const counts = new Map(schools.facets.curriculum.map(({ value, count }) => [value, count]))
  return courses.items.map(({ slug, title, summary, curriculum }) => {
    const facts = courseFactsOf(curriculum)
    const offering = schools.items.filter(({ curricula }) => curricula.some((each) => each === curriculum))
    return {
      slug,
      title,
      name: courseName({ title, ...(curriculum === undefined ? {} : { curriculum }) }),
      type: courseTypeOf(curriculum),
      ...(summary === undefined ? {} : { summary }),
      ...(facts === undefined ? {} : { facts }),
      ...(curriculum === undefined
        ? {}
        : {
            offered: {
              word: curriculum,
              total: counts.get(curriculum) ?? 0,
              schools: offering.slice(0, maxNamed).map(({ id, name }) => ({ id, name })),
            },
          }),
    }
  })
}
