import { isPastLife, passportsAbout } from '#server/contract/catalogue/fact-statements.ts'
import { schoolColumn, statedFacts } from '#server/contract/catalogue/school-columns.ts'
import { comparedFacts, factLabel, type SchoolFactName } from '#server/contract/catalogue/school-facts.ts'
import { notKnown } from '#server/contract/not-known.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { shortWords } from '#app/schools/name-words.ts'
import { namesOf } from '#server/contract/catalogue/typed-records.ts'
import { hasChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { factOrigins } from '#app/schools/fact-origins.server.ts'
import { factLine } from '#app/schools/fact-labels.ts'
import { telephoneLink, websiteLink } from '#app/schools/contact-links.ts'
import { cityOfSchool } from '#app/schools/school-data.ts'
import { rankingListPath } from '#app/paths.ts'
import { shortDateText } from '#app/ui/text/format.ts'
import { rankingTitle, unusualState } from '#app/ui/text/school-text.ts'
import { withBetterAndWorse, type Range } from './better-worse.server.ts'
import type {
  CompareCell,
  CompareGroup,
  CompareRow,
  CompareSchool,
  CompareView,
  GroupTitle,
} from './compare-view.ts'
import { hasCostForChild, rowsForChild } from './rows-for-child.server.ts'
import { isPastYear, schoolYearText } from '#app/child/school-year.server.ts'

type School = SchoolDetailData

/** Titles of the groups of facts. */
const groupTitles = {
  costs: '费用',
  teaching: '课程和师资',
  entry: '入学',
  life: '生活',
} as const satisfies Record<keyof typeof comparedFacts, GroupTitle>

type FactName = (typeof comparedFacts)[keyof typeof comparedFacts][number]

const openDayLabel = '开放日'

/**
 * The amounts of a fact that is compared by a figure, less being better. What a closed school cost is of the past, and so is a
 * fact past its life.
 */
function rangeOf(school: School, name: SchoolFactName, isLessBetter: boolean): Range {
  const { upTo = name, value } = schoolColumn(name)
  const amounts = new Map<string, unknown>(Object.entries(school))
  const [low, high] = [amounts.get(name), amounts.get(upTo)]
  if (typeof low !== 'number' || typeof high !== 'number') return undefined
  if (value.type === 'money' && school.state === 'closed') return undefined
  if (isPastLife(school.passports, name)) return undefined
  return isLessBetter ? [low, high] : [-high, -low]
}

function cellOf(school: School, name: FactName): CompareCell {
  const day = school.next_open_day
  const { value, note, isNotPublished } =
    name === 'next_open_day'
      ? { value: day && shortDateText(day).replace('周', ' 周'), note: undefined, isNotPublished: false }
      : factLine(school, name)
  return value === undefined || isNotPublished
    ? { text: value ?? notKnown, isMissing: true }
    : { text: value, ...(note === undefined ? {} : { note }) }
}

/** The latest school year that a school states a tuition of. */
function tuitionYear({ entry, state }: School): number | undefined {
  if (state === 'closed' || entry === undefined || entry.tuition.length === 0) return undefined
  return Math.max(...entry.tuition.map(({ school_year: year }) => year))
}

/** Cells of the tuition, those of a school year that is over or older than another school's with that year. */
function withOlderYears(schools: readonly School[], cells: readonly CompareCell[]): CompareCell[] {
  const years = schools.map(tuitionYear)
  const latest = Math.max(...years.map((year) => year ?? 0))
  return cells.map((cell, at) => {
    const year = years[at]
    return year === undefined || cell.isMissing || (year === latest && !isPastYear(year))
      ? cell
      : { ...cell, note: `${schoolYearText(year)}的` }
  })
}

function factRow(schools: readonly School[], name: FactName): CompareRow {
  const stated = schools.map((school) => cellOf(school, name))
  if (name === 'next_open_day') return { label: openDayLabel, cells: stated }
  const label = factLabel(name)
  const cells = name === 'tuition_min' ? withOlderYears(schools, stated) : stated
  const { comparison } = schoolColumn(name)
  if (comparison === undefined) return { label, cells }
  const ranges = schools.map((school) => rangeOf(school, name, comparison.isLessBetter))
  return { label, cells: withBetterAndWorse(cells, ranges, comparison) }
}

/** How many ranked lists a comparison shows. */
const mostRankings = 4

/** Places in the ranked lists that name most of the schools. */
function rankingRows(schools: readonly School[]): CompareRow[] {
  const lists = new Map(
    schools.flatMap((school) =>
      school.rankings.map((ranking) => [ranking.id, { ranking, city: cityOfSchool(school) }] as const),
    ),
  )
  const placesIn = (id: number) =>
    schools.map(({ rankings }) => rankings.find((ranking) => ranking.id === id))
  const counted = [...lists.values()].map((list) => ({
    ...list,
    places: placesIn(list.ranking.id),
  }))
  const named = ({ places }: (typeof counted)[number]) => places.filter((place) => place !== undefined).length
  return counted
    .toSorted((a, b) => named(b) - named(a))
    .slice(0, mostRankings)
    .map(({ ranking: { slug, title, year, paid, total }, city, places }) => ({
      label: `${rankingTitle(title, city.name)}${paid ? '（广告）' : ''}，共 ${total} 所`,
      href: rankingListPath(city, `${slug}-${year}`),
      cells: withBetterAndWorse(
        places.map((found) =>
          found === undefined ? { text: '没有上榜', isMissing: true } : { text: `第 ${found.place} 名` },
        ),
        places.map((found) => found && [found.place, found.place]),
        { subject: '名次', better: '靠前' },
      ),
    }))
}

const isUnknown = ({ cells }: CompareRow) => cells.every(({ text }) => text === notKnown)

function isSame({ cells }: CompareRow): boolean {
  const [first, ...others] = cells
  if (first?.text === notKnown) return false
  return others.length > 0 && others.every(({ note, text }) => text === first?.text && note === first.note)
}

const wholeText = ({ text, note }: CompareCell = { text: '' }) =>
  note === undefined ? text : `${text}（${note}）`

/**
 * The rows of a comparison by groups; apart are rows in which all schools are the same, and those of which nothing is known
 * in any school. What is known of the schools for a child always stands in the table.
 */
export function compareView(schools: readonly School[], child: ChildQuery): CompareView {
  const forChild: ReturnType<typeof rowsForChild> = hasChild(child) ? rowsForChild(schools, child) : {}
  const isPriced = forChild.费用 !== undefined && schools.every(hasCostForChild)
  const groups: CompareGroup[] = [
    ...namesOf(comparedFacts).map((group) => ({
      title: groupTitles[group],
      // The costs of all grades say less than those of the child's own.
      rows: group === 'costs' && isPriced ? [] : comparedFacts[group].map((name) => factRow(schools, name)),
    })),
    { title: '榜单', rows: rankingRows(schools) },
  ]
  return {
    groups: groups
      .map(({ title, rows }) => ({
        title,
        rows: [...(forChild[title] ?? []), ...rows.filter((row) => !isSame(row) && !isUnknown(row))],
      }))
      .filter(({ rows }) => rows.length > 0),
    same: groups.flatMap(({ rows }) =>
      rows.filter(isSame).map(({ label, cells: [first] }) => ({ label, text: wholeText(first) })),
    ),
    unknown: groups.flatMap(({ rows }) => rows.filter(isUnknown).map(({ label }) => label)),
  }
}

/** The facts of a comparison that somebody states, and the lists that the answers for a child come from. */
const statedOfComparison = statedFacts.filter((fact) =>
  [...Object.values(comparedFacts).flat(), 'tuition', 'fees', 'entry_grades', 'eligibility'].includes(fact),
)

/** Characters of a name in a line of the narrowest column. */
const columnWidth = 6

/** The column head of a school. */
export function compareSchool(school: School): CompareSchool {
  const state = unusualState(school)
  const { id, name, phone, sample } = school
  const call = phone === undefined ? undefined : telephoneLink(phone)
  const website = school.website === undefined ? undefined : websiteLink(school.website)
  return {
    id,
    name,
    words: shortWords(name, columnWidth),
    ...(state === undefined ? {} : { state }),
    ...(sample ? { sample } : {}),
    ...(school.state === 'closed' || school.recipient === undefined ? {} : { isReceiving: true as const }),
    ...(phone === undefined ? {} : { phone }),
    ...(call === undefined ? {} : { call }),
    ...(website === undefined ? {} : { website }),
    origins: factOrigins(passportsAbout(school.passports, statedOfComparison)),
  }
}
