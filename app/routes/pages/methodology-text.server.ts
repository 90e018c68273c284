import { factTerms, schoolColumn } from '#server/contract/catalogue/school-columns.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { fewestSummed } from '#server/contract/not-known.ts'
import type { getFactSummary } from '#server/contract/schools/fact-summary.ts'
import { labelOf, sourceKinds } from '#server/contract/vocabulary.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { aboutPath, contactPath } from '#app/paths.ts'
import type { TextSection } from './text-section.ts'

/** What each kind of source is. */
const kindTexts: Readonly<Record<(typeof sourceKinds)[number]['slug'], string>> = {
  official: '教育部门等机关公开的名单、批文、年检结果',
  school: '学校自己的网站、简章，或学校的人说的',
  document: '编辑亲眼看过的文件，例如收费通知',
  parent: '家长来信或纠错里说的',
  list: '别处整理好的名录，成批导入',
}

const daysOfMonth = 365.25 / 12
/** Lives below are said in days. */
const fewDays = 60

/** A span in words: 14 天, 12 个月. */
export function spanText(days: number): string {
  if (days === Infinity) return '一直有效'
  return days < fewDays ? `${days} 天` : `${Math.round(days / daysOfMonth)} 个月`
}

/** Facts by the length of their life, the shortest first. */
function lifeRows(): string[][] {
  const lifeOf = (slug: (typeof factTerms)[number]['slug']) => schoolColumn(slug).lifeDays ?? Infinity
  const lives = [...new Set(factTerms.map(({ slug }) => lifeOf(slug)))].toSorted((one, other) => one - other)
  return lives.map((life) => {
    const own = factTerms.filter(({ slug }) => lifeOf(slug) === life)
    return [spanText(life), own.map(({ label }) => label).join('、')]
  })
}

/** A month by its first day: 2026年11月. */
const monthText = (day: string) => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`

type Summary = DataOf<typeof getFactSummary>

/** What is known now, in sentences; none of an age without a dated fact. */
function nowTexts({ schools, dated, stale, median_age_days: median }: Summary): string[] {
  return [
    `公开的、没有停办的学校共 ${schools} 所。`,
    ...(median === undefined
      ? ['还没有一项资料写明日期，所以算不出有多旧。']
      : [
          `有日期的资料共 ${dated} 项，${median === 0 ? '一半是今天的' : `一半比 ${spanText(median)}还旧，一半没有那么旧`}；${stale} 项过了有效期。`,
        ]),
  ]
}

/** Sections of the page about where facts come from; lives and names follow from the catalogue, numbers from the data. */
export function methodologySections(
  summary: Summary,
  { checking }: Partial<NonNullable<AppLoadContext['site']>>,
): TextSection[] {
  const known = summary.facts.filter((row) => row.known > 0)
  return [
    {
      id: 'how',
      heading: '资料怎么来',
      points: [
        '编辑一项一项录入，或成批导入名录和表格；每一项记下来源、来源上的日期，和哪天收入本站。',
        '来源上没有日期的，写“日期未注明”，不拿导入那天充数。',
        '后来的来源只替换它说到的那几项。两个来源说得不同，并排留给编辑选定。',
        '家长可以在学校页面上纠错，编辑看过再改。',
        ...(checking ?? []),
      ],
    },
    {
      id: 'states',
      heading: '知道、没有公布、没有查到',
      table: {
        head: ['情况', '页面上怎么写'],
        rows: [
          ['知道', '写出内容，来源和日期也能看到'],
          ['学校没有公布', '学校明说不公布，或公开的材料里没有；也有来源和日期'],
          ['还没查到', '不写，也不当作零、没有或不能；只说还有几项没有查到'],
        ],
      },
    },
    {
      id: 'sources',
      heading: '来源有哪几种',
      table: {
        head: ['来源', '是什么'],
        rows: [
          ...sourceKinds.map(({ slug, label }) => [label, kindTexts[slug]]),
          ['来源未注明', '录入时没有写从哪里来'],
        ],
      },
    },
    {
      id: 'life',
      heading: '多久算旧',
      paragraphs: [
        '从来源上的日期算起；没有的，从收入本站那天算起。过了有效期的，页面上会注明，不再参加筛选和排序，也不算作知道；列表写明多少所的资料已过期。',
      ],
      table: { head: ['有效期', '资料'], rows: lifeRows() },
    },
    {
      id: 'now',
      heading: '现在知道多少',
      paragraphs: nowTexts(summary),
      ...(known.length === 0
        ? {}
        : {
            table: {
              head: ['资料', '知道的学校', '过了有效期', '一半比这更旧'],
              rows: known.map((row) => [
                labelOf(factTerms, row.fact),
                `${row.known} 所`,
                `${row.stale} 所`,
                row.median_age_days === undefined ? '日期不明' : spanText(row.median_age_days),
              ]),
            },
          }),
    },
    ...(summary.checks.length === 0
      ? []
      : [
          {
            id: 'checks',
            heading: '抽查的结果',
            paragraphs: [
              `编辑按月份从公开的资料里随机抽取一些，一项一项核对。对或错加起来满 ${fewestSummed} 项的月份列在这里；没法核对的不算。`,
            ],
            table: {
              head: ['月份', '核对', '错', '错的比例', '没法核对'],
              rows: summary.checks.map(({ month, right, wrong, unclear }) => [
                monthText(month),
                `${right + wrong} 项`,
                `${wrong} 项`,
                `${((wrong / (right + wrong)) * 100).toFixed(1)}%`,
                `${unclear} 项`,
              ]),
            },
          },
        ]),
    {
      id: 'wrong',
      heading: '发现错误怎么办',
      paragraphs: ['打开那所学校的页面，点“资料纠错”，写明哪一处。'],
      links: [
        { href: contactPath, label: '联系我们' },
        { href: aboutPath, label: '关于我们' },
      ],
    },
  ]
}
