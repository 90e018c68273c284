import type { SchoolDetailData } from '#server/contract/schools.ts'
import { schoolPath } from '#app/paths.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import type { PageDescription } from '#app/seo/structured/page-description.server.ts'
import { schoolNode } from '#app/seo/structured/school.server.ts'
import { partNames, type SchoolPart } from '../../school/school-data.ts'
import { schoolBreadcrumbs } from './frame/school-header.tsx'

function isPart(word: string | undefined): word is SchoolPart {
  return word !== undefined && Object.hasOwn(partNames, word)
}

/**
 * What the pages of a school tell search engines: the way to the open one, whose address has this path, and on the
 * school's own page its facts.
 */
export function schoolDescription(school: SchoolDetailData, path: string): PageDescription {
  const [, , , word, item = ''] = path.toLowerCase().split('/')
  const part = isPart(word) ? word : undefined
  return {
    things: (around) => [
      breadcrumbList(around, schoolBreadcrumbs(school, part, item === '' ? undefined : around.title)),
      ...(part === undefined ? [schoolNode(around, school)] : []),
    ],
    dates: item === '' ? datesOf(school, part) : {},
  }
}

/** The facts are of one day; lists of news and questions know their own days, and other lists have none. */
function datesOf({ id, name, cover, updated_at }: SchoolDetailData, part: SchoolPart | undefined) {
  const isOfFacts = part === undefined || part === 'aboutus' || part === 'admissions'
  return {
    title: part === undefined ? name : `${name}${partNames[part]}`,
    ...(isOfFacts
      ? {
          path: schoolPath(id, part),
          images: cover ? [cover] : [],
          updated: updated_at,
        }
      : {}),
  }
}
