import type { MetaArgs, MetaDescriptor } from '@remix-run/node'
import { coursePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import type { CourseData } from './load-course.server.ts'

/** Texts of the route `course`. */
export const courseTemplate: Template = {
  title: '{course}{city}国际课程学校_{year}{city}国际课程指南',
  keywords: '{course}{city}国际课程,{city}IB学校,{city}A-Level学校,{city}AP学校',
  description: '{course}{year}{city}国际课程说明与学校名单。',
}

/** Meta of one course in a city; the city's schools are its content, so the city stays in the canonical address. */
export function courseMeta(
  found: Pick<CourseData, 'city' | 'course'> | undefined,
  matches: MetaArgs['matches'],
): MetaDescriptor[] {
  const site = siteOf(matches)
  if (found === undefined) return errorMeta(404, site.siteName)
  return pageMeta(courseTemplate, {
    values: { city: found.city.name, course: found.course.name },
    canonical: coursePath(found.city, found.course.slug),
    image: found.course.picture,
    article: { updated: found.course.updated },
    ...site,
  })
}
