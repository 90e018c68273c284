import type { SchoolDetailData } from '#server/contract/school-detail.ts'
import { shortWords } from '#app/cards/name-words.ts'
import { hasChild, type ChildQuery } from '#app/child/child-query.ts'
import { factLines, notPublished } from '#app/school/fact-labels.ts'
import { telephoneLink, websiteLink } from '#app/school/contact-links.ts'
import { cityOfSchool } from '#app/school/school-data.ts'
import { rankingListPath } from '#app/paths.ts'
import { shortDateText } from '#app/ui/text/format.ts'
import { rankingTitle, unusualState } from '#app/ui/text/school-text.ts'
import { withBetterAndWorse, type Direction, type Range } from './better-worse.server.ts'
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

/** Facts of the fact sheet by group, in their order. */
const factGroups = [
  { title: '费用', labels: ['学费', '一年总费用'] },
  { title: '课程和师资', labels: ['课程', '班级人数', '师生比', '外教占比'] },
  { title: '入学', labels: ['办学类型', '学段', '开放日'] },
  { title: '生活', labels: ['住校', '区域', '地址', '在校生', '建校'] },
] as const satisfies readonly { title: GroupTitle; labels: readonly string[] }[]

const rangeOf = (low: number | undefined, high: number | undefined): Range =>
  low === undefined || high === undefined ? undefined : [low, high]
const less = (value: number | undefined) => rangeOf(value, value)
const more = (value: number | undefined) => less(value === undefined ? undefined : -value)
/** What a closed school cost is of the past. */
const current = (school: School, range: Range) => (school.state === 'closed' ? undefined : range)

/** Facts of which less or more is better for a family. */
const directions: Readonly<Record<string, Direction & { of: (school: School) => Range }>> = {
  学费: {
    subject: '学费',
    better: '低',
    worse: '高',
    isDrawn: true,
    of: (school) => current(school, rangeOf(school.tuition_min, school.tuition_max)),
  },
  一年总费用: {
    subject: '总费用',
    better: '低',
    worse: '高',
    isDrawn: true,
    of: (school) => current(school, rangeOf(school.total_cost_min, school.total_cost_max)),
  },
  班级人数: {
    subject: '班级',
    better: '小',
    worse: '大',
    isDrawn: true,
    of: ({ class_size }) => less(class_size),
  },
  师生比: { subject: '师资', better: '充足', worse: '少', of: ({ teacher_ratio }) => less(teacher_ratio) },
  外教占比: {
    subject: '外教',
    better: '多',
    worse: '少',
    isDrawn: true,
    of: ({ foreign_teachers }) => more(foreign_teachers),
  },
}

function cellsOf(school: School): Map<string, CompareCell> {
  const day = school.next_open_day
  const lines = [
    ...factLines(school),
    { label: '地址', value: school.address, missing: notPublished, note: undefined },
    {
      label: '开放日',
      value: day === undefined ? undefined : shortDateText(day).replace('周', ' 周'),
      missing: '近期没有',
      note: undefined,
    },
  ]
  return new Map(
    lines.map(({ label, value, missing, note }) => [
      label,
      value === undefined
        ? { text: missing, isMissing: true as const }
        : { text: value, ...(note === undefined ? {} : { note }) },
    ]),
  )
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

function factRow(
  schools: readonly School[],
  sheets: readonly Map<string, CompareCell>[],
  label: string,
): CompareRow {
  const stated = sheets.map((sheet) => sheet.get(label) ?? { text: notPublished, isMissing: true as const })
  const cells = label === '学费' ? withOlderYears(schools, stated) : stated
  const direction = directions[label]
  if (direction === undefined) return { label, cells }
  return { label, cells: withBetterAndWorse(cells, schools.map(direction.of), direction) }
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
        places.map((found) => less(found?.place)),
        { subject: '名次', better: '靠前' },
      ),
    }))
}

/** Costs of all grades, which say less than those of the child's own. */
const costsOfAllGrades: readonly string[] = factGroups[0].labels

function isSame({ cells }: CompareRow): boolean {
  const [first, ...others] = cells
  return others.length > 0 && others.every(({ note, text }) => text === first?.text && note === first.note)
}

const wholeText = ({ text, note }: CompareCell = { text: '' }) =>
  note === undefined ? text : `${text}（${note}）`

/**
 * The rows of a comparison by groups; rows in which all schools are the same apart. What the schools mean for a child
 * always stands in the table.
 */
export function compareView(schools: readonly School[], child: ChildQuery): CompareView {
  const sheets = schools.map(cellsOf)
  const forChild: ReturnType<typeof rowsForChild> = hasChild(child) ? rowsForChild(schools, child) : {}
  const isPriced = forChild.费用 !== undefined && schools.every(hasCostForChild)
  const isShown = (label: string) => !isPriced || !costsOfAllGrades.includes(label)
  const groups: CompareGroup[] = [
    ...factGroups.map(({ title, labels }) => ({
      title,
      rows: labels.filter(isShown).map((label) => factRow(schools, sheets, label)),
    })),
    { title: '榜单', rows: rankingRows(schools) },
  ]
  return {
    groups: groups
      .map(({ title, rows }) => ({
        title,
        rows: [...(forChild[title] ?? []), ...rows.filter((row) => !isSame(row))],
      }))
      .filter(({ rows }) => rows.length > 0),
    same: groups.flatMap(({ rows }) =>
      rows.filter(isSame).map(({ label, cells: [first] }) => ({ label, text: wholeText(first) })),
    ),
  }
}

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
  }
}
