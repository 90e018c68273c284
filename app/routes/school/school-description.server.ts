import { latestDay } from '#server/contract/catalogue/fact-statements.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { schoolPath } from '#app/paths.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import type { PageDescription } from '#app/seo/structured/page-description.server.ts'
import { schoolNode } from '#app/seo/structured/school.server.ts'
import { partNames, type SchoolPart } from '#app/schools/school-data.ts'
import { schoolBreadcrumbs } from './frame/school-header.tsx'

function isPart(word: string | undefined): word is SchoolPart {
  return word !== undefined && Object.hasOwn(partNames, word)
}

/** Structured data of a school's pages: breadcrumbs of the page at a path, and on the overview the school's facts. */
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

/** Dates of a school's pages: facts have one date, lists of news and questions have their own, other lists none. */
function datesOf({ id, name, cover, passports }: SchoolDetailData, part: SchoolPart | undefined) {
  const day = latestDay(passports)
  const isOfFacts = part === undefined || part === 'aboutus' || part === 'admissions'
  return {
    title: part === undefined ? name : `${name}${partNames[part]}`,
    ...(isOfFacts
      ? {
          path: schoolPath(id, part),
          images: cover ? [cover] : [],
          updated: day && `${day}T00:00:00+08:00`,
        }
      : {}),
  }
}
