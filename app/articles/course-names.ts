import type { listCourses } from '#server/contract/articles/articles.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { City } from '#server/contract/cities.ts'
import { curricula } from '#server/contract/vocabulary.ts'
import { coursesPath } from '#app/paths.ts'
import { cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'

/** Families of curricula, in the order in which the page shows them. */
export const courseTypes = [
  { name: '国际文凭', curricula: ['ib'] },
  { name: '英式课程', curricula: ['alevel', 'igcse'] },
  { name: '北美课程', curricula: ['ap', 'american', 'canadian'] },
  { name: '澳大利亚与香港课程', curricula: ['australian', 'dse'] },
  { name: '国内课程', curricula: ['national'] },
] as const

/** The family of a curriculum; 其他课程 for one that belongs to none. */
export function courseTypeOf(curriculum: string | undefined): string {
  return courseTypes.find(({ curricula: all }) => all.some((slug) => slug === curriculum))?.name ?? '其他课程'
}

/** Display name of a course: the label of its curriculum, else its title. */
export function courseName({ curriculum, title }: CourseNamed): string {
  return curricula.find(({ slug }) => slug === curriculum)?.label ?? title
}

type CourseNamed = Pick<DataOf<typeof listCourses>['items'][number], 'curriculum' | 'title'>

/** The breadcrumbs of one course. */
export function courseBreadcrumbs(city: City, name: string) {
  return cityBreadcrumbs(city, { name: '课程', href: coursesPath(city) }, { name })
}
