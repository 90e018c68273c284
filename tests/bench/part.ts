import type { Settings } from './settings.ts'

/** One row of the budgets' table. */
export type Line = {
  /** Which budget it answers. */
  budget: BudgetName
  measured: string
  isMet: boolean
  /** Why it was missed, or could not be measured; of a line that is met by it, the cause that the budget asks for. */
  cause?: string | undefined
}

/** What was measured in detail. */
export type Table = { title: string; head: string[]; rows: (string | number)[][] }

/**
 * A number that can be compared with that of another run: an exact size or count, or a time or rate in relation to a
 * reference of the same run.
 */
export type Figure = { name: string; value: number; better: 'less' | 'more' }

/** What one part of the benchmark brings. */
export type Measured = { lines: Line[]; tables: Table[]; figures: Figure[] }

/** Measures something; the name is for `--only`. */
export type Part = { name: string; measure: (settings: Settings) => Promise<Measured> }

/** The budgets in the order of the table: what each is called, and what it wants. */
export const budgets = {
  html: ['HTML of any public page kind with its CSS inside, brotli', '<= 14,336 bytes'],
  blocking: ['render-blocking requests besides the document', '0'],
  scripts: ['scripts on a first visit, brotli, all files; on a lite page', '<= 107,520 bytes; 0'],
  pictures: [
    'pictures above the fold on a 390 px phone',
    '<= 60 KB together, each with width, height and a colour',
  ],
  lighthouse: ['Lighthouse 12 mobile, every public page kind', '100 / 100 / 100 / 100'],
  paint: [
    'simulated slow 4G, beside the same page as files in nginx',
    'FCP <= 1 x, LCP <= 1.1 x, CLS 0, TBT <= 50 ms',
  ],
  weakNetwork: ['400 kbit/s, 400 ms, 3 % loss, scripts off: text readable', '<= 2.0 s'],
  rendered: [
    'page rendered anew, compressed, one core',
    '>= 1 x a bare Remix app with the same elements, compressed the same way',
  ],
  cached: ['page from the page cache, compressed, one core', '>= 0.6 x node:http with a ready buffer'],
  notModified: ['304 from the page cache, one core', '>= 0.6 x node:http with a ready buffer'],
  uncompressed: ['page from the page cache without Accept-Encoding, one core', '>= 0.5 x the same in brotli'],
  mixedVisitors: [
    'mixed visitors (60 % anonymous, 25 % with a basket, 15 % logged in), public pages',
    '>= 90 % of documents from the page cache',
  ],
  latency: ['p99 at 70 % of capacity', '<= 5 x median, or the cause is shown'],
  costlyCalls: [
    'the costly call of each role at its limit, both engines: p95 of pages, calls, leads and check-ins beside without',
    '<= 2 x',
  ],
  apiList: [
    'list + facets + count in one city, for a child and by distance too, 20,000 / 100,000 schools, no cache, median',
    '<= 10 / 50 ms',
  ],
  apiSearch: ['search in one city, 20,000 / 100,000 schools, no cache, median', '<= 10 / 50 ms'],
  statements: ['database statements for one page', '<= 8, none per row'],
  memory: ['memory of the process after 100,000 requests', '<= 400 MB, flat'],
  coldStart: ['start to first answer, built, database there', '<= 3 s'],
  interaction: [
    'press to next paint on list and school, processor 4 times slower; tasks over 50 ms after load',
    '< 200 ms; 0',
  ],
  shift: ['layout shift of home, list, school and news, pictures late', '< 0.01'],
  testTime: ['`npm test` on 2 cores', '<= 12 min'],
} as const satisfies Record<string, readonly [what: string, limit: string]>

/** The name of a budget. */
export type BudgetName = keyof typeof budgets
