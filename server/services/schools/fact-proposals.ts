import { districtsOf } from '#server/contract/districts.ts'
import { shortDistrictName } from '#server/contract/district-name.ts'
import { cities } from '#server/contract/cities.ts'
import type { proposedFacts } from '#server/contract/staff/fact-proposals.ts'
import { stages } from '#server/contract/vocabulary.ts'

/** What is read of a school. */
type Named = {
  name: string
  city_code: string
  address: string | null
  district: string | null
  stages: readonly string[]
  not_published: readonly string[]
}

/** A fact that a school's name or address names; `slugs`: of its terms or its district. */
export type FactProposal = {
  fact: (typeof proposedFacts)[number]
  slugs: string[]
  text: string
  from: 'name' | 'address'
}

/** Words of names, with the stages that they say; 中学 alone does not say which. */
const stageWords: readonly (readonly [RegExp, readonly string[]])[] = [
  [/幼儿园|幼稚园/u, ['kindergarten']],
  [/小学/u, ['primary']],
  [/初中|初级中学/u, ['middle']],
  [/高中|高级中学/u, ['high']],
  [/完全中学/u, ['middle', 'high']],
  [/九年一贯/u, ['primary', 'middle']],
  [/十二年一贯/u, ['primary', 'middle', 'high']],
]

/** The stages that a name says, in their order: 某小学附属幼儿园 is a kindergarten. */
function stagesIn(name: string): string[] {
  const own = name.split(/附属|附设/u).at(-1) ?? name
  const isKindergarten = /(?:幼儿园|幼稚园)$/u.test(own)
  const said = new Set(
    isKindergarten
      ? ['kindergarten']
      : stageWords.flatMap(([word, slugs]) => (word.test(own) ? [...slugs] : [])),
  )
  return stages.map(({ slug }) => slug).filter((slug) => said.has(slug))
}

/** The only district of a city that a text names in full, or, of a name, behind the city: 深圳市南山外国语学校. */
function districtIn(cityCode: string, text: string, isName: boolean) {
  const city = cities.find(({ code }) => code === cityCode)?.name ?? ''
  const behind = text.replace(new RegExp(`^(?:广东省)?(?:${city}市?)?`, 'u'), '')
  const named = districtsOf(cityCode).filter(({ name }) => {
    const short = shortDistrictName(name)
    return text.includes(name) || (isName && short.length > 1 && behind.startsWith(short))
  })
  return named.length === 1 ? named[0] : undefined
}

/** What a school's name and address say of facts that are not known; what is stated is never proposed. */
export function proposalsFor(school: Named): FactProposal[] {
  const { name, city_code: city, address, not_published: silent } = school
  const proposals: FactProposal[] = []
  if (school.district === null && !silent.includes('district')) {
    const ofAddress = address === null ? undefined : districtIn(city, address, false)
    const district = ofAddress ?? districtIn(city, name, true)
    const from = ofAddress === undefined ? 'name' : 'address'
    if (district !== undefined)
      proposals.push({ fact: 'district', slugs: [district.slug], text: district.name, from })
  }
  if (school.stages.length === 0 && !silent.includes('stages')) {
    const slugs = stagesIn(name)
    const labels = stages.filter(({ slug }) => slugs.includes(slug)).map(({ label }) => label)
    if (slugs.length > 0) proposals.push({ fact: 'stages', slugs, text: labels.join('、'), from: 'name' })
  }
  return proposals
}
