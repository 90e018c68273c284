import type { OfferLeaf, PersonLeaf, SchoolLeaf } from 'schema-dts'
import { factLabel } from '#server/contract/catalogue/school-facts.ts'
import { cityOfCode } from '#server/contract/cities.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { sharedPicture } from '#server/contract/media/shared-picture.ts'
import { schoolPath } from '#app/paths.ts'
import type { StructuredDataContext } from './structured-data-context.ts'

type SchoolType = 'Preschool' | 'ElementarySchool' | 'MiddleSchool' | 'HighSchool' | 'School'

/** A schema.org school; with several stages it has several types, which the library's types cannot express. */
export type SchoolNode = Omit<SchoolLeaf, '@type'> & { '@type': SchoolType | SchoolType[] }

const typeOfStage: Record<SchoolDetailData['stages'][number], SchoolType> = {
  kindergarten: 'Preschool',
  primary: 'ElementarySchool',
  middle: 'MiddleSchool',
  high: 'HighSchool',
}

function typesOf(stages: SchoolDetailData['stages']): SchoolType | SchoolType[] {
  const [first = 'School', ...rest] = stages.map((stage) => typeOfStage[stage])
  return rest.length === 0 ? first : [first, ...rest]
}

/** Description that marks sample content, as the page does. */
const sampleNotice = '示例数据，学校为虚构'

/** The `@id` of a school in the structured data of all pages. */
function schoolAddress(at: StructuredDataContext['at'], id: number): string {
  return at(`${schoolPath(id)}#school`)
}

/** schema.org node of a school: names, address, contact, yearly tuition. */
export function schoolNode({ at }: StructuredDataContext, school: SchoolDetailData): SchoolNode {
  const { address, closed_at, cover, founded, lat, lng, logo, phone, summary, website } = school
  const names = [school.name_en, ...school.aliases, ...school.former_names].filter(
    (name) => name !== undefined,
  )
  return {
    '@type': typesOf(school.stages),
    '@id': schoolAddress(at, school.id),
    name: school.name,
    url: at(schoolPath(school.id)),
    ...(names.length === 0 ? {} : { alternateName: names }),
    ...(school.sample ? { disambiguatingDescription: sampleNotice } : {}),
    ...(summary === undefined ? {} : { description: summary }),
    ...(cover === undefined ? {} : { image: at(sharedPicture(cover).src) }),
    ...(logo === undefined ? {} : { logo: at(sharedPicture(logo).src) }),
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'CN',
      addressLocality: cityOfCode(school.city_code)?.name ?? '',
      ...(address === undefined ? {} : { streetAddress: address }),
    },
    ...(lat === undefined || lng === undefined
      ? {}
      : { geo: { '@type': 'GeoCoordinates' as const, latitude: lat, longitude: lng } }),
    ...(phone === undefined ? {} : { telephone: phone }),
    ...(website === undefined ? {} : { sameAs: website }),
    ...(founded === undefined ? {} : { foundingDate: String(founded) }),
    ...(closed_at === undefined ? {} : { dissolutionDate: closed_at }),
    ...tuitionOffer(school),
  }
}

/** Tuition, in CNY per year. */
function tuitionOffer({ tuition_min, tuition_max }: SchoolDetailData): { makesOffer?: OfferLeaf } {
  if (tuition_min === undefined && tuition_max === undefined) return {}
  return {
    makesOffer: {
      '@type': 'Offer',
      name: factLabel('tuition_min'),
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...(tuition_min === undefined ? {} : { minPrice: tuition_min }),
        ...(tuition_max === undefined ? {} : { maxPrice: tuition_max }),
        priceCurrency: 'CNY',
        unitText: '年',
      },
    },
  }
}

/** Short reference to a school, for pages about something that belongs to it. */
export function schoolReference({ at }: StructuredDataContext, { id, name }: { id: number; name: string }) {
  return { '@type': 'School' as const, name, url: at(schoolPath(id)) }
}

/** schema.org nodes of the teachers on a page. */
export function teacherNodes(
  { at }: StructuredDataContext,
  schoolId: number,
  teachers: readonly { name: string; role: string }[],
): PersonLeaf[] {
  const worksFor = { '@id': schoolAddress(at, schoolId) }
  return teachers.map(({ name, role }) => ({ '@type': 'Person', name, jobTitle: role, worksFor }))
}
