import type { City } from '#server/contract/cities.ts'
import { getCourse, listCourses } from '#server/contract/articles/articles.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { facetGaps } from '#server/contract/schools/facet-texts.ts'
import { curricula } from '#server/contract/vocabulary.ts'
import { articleParts } from '#app/articles/article-parts.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { orNotFound, unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { coursePath } from '#app/paths.ts'
import { courseNode } from '#app/seo/structured/articles.server.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { courseFactsOf } from './course-facts.server.ts'
import { courseBreadcrumbs, courseName } from './course-names.ts'

/** The course key in a path segment such as `courseib` or `course12`; undefined for other segments. */
export function courseKeyIn(segment: string): string | undefined {
  return /^course([\p{L}\p{N}][\p{L}\p{N}_-]{0,63})$/u.exec(segment)?.[1]
}

/** Loads one course with the city's schools that offer it; throws 404 for a course that the city does not have. */
export async function loadCourse(caller: Caller, city: City, key: string) {
  const api = apiFor(caller)
  const at = { city: city.code }
  const reply = await api(getCourse, { key }, at)
  const { slug, title, summary, curriculum, picture, updated_at, ...text } = orNotFound(reply, '没有这门课程')
  const term = curricula.find((each) => each.slug === curriculum)
  const [list, courses] = await Promise.all([
    term === undefined
      ? undefined
      : api(listSchools, { curriculum: [term.slug], page_size: 6 }, at).then(unwrapOrThrow),
    api(listCourses, { page_size: 50 }, at).then(unwrapOrThrow),
  ])
  const facts = courseFactsOf(curriculum)
  const name = courseName({ title, ...(curriculum === undefined ? {} : { curriculum }) })
  describePage(caller.context, {
    things: (around) => [
      breadcrumbList(around, courseBreadcrumbs(city, name)),
      courseNode(around, { title, summary: summary ?? title, schools: list?.items ?? [] }),
    ],
    dates: {
      path: coursePath(city, slug),
      title: `${city.name}${title}`,
      images: picture ? [picture] : [],
      updated: updated_at,
    },
  })
  return {
    city,
    course: {
      slug,
      title,
      name,
      parts: articleParts(text),
      updated: updated_at,
      ...(summary === undefined ? {} : { summary }),
      ...(picture === undefined ? {} : { picture }),
      ...(facts === undefined ? {} : { facts }),
    },
    ...(list === undefined || term === undefined
      ? {}
      : {
          schools: {
            word: term.slug,
            total: list.total,
            fees: list.facets.fee,
            unpriced: list.unknown?.fee ?? 0,
            gaps:
              list.unknown?.curriculum === undefined
                ? undefined
                : facetGaps('curriculum', list.unknown.curriculum, list.stale?.curriculum),
            cards: list.items.map((school) => schoolCardView(school)),
          },
        }),
    others: courses.items
      .filter((other) => other.slug !== slug)
      .map((other) => ({ slug: other.slug, name: courseName(other) })),
  }
}

/** What the page of one course shows. */
export type CourseData = Awaited<ReturnType<typeof loadCourse>>
