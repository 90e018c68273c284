import { phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { allCategories, openLighthouse, type Lighthouse, type Look } from '../measure/lighthouse.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { median, whole } from '../statistics.ts'

type Judged = { kind: string; isIndexable: boolean; looks: Look[] }

/** The parts of the verdict that count: a page for no search engine is not judged as one. */
const judgedParts = (isIndexable: boolean) => allCategories.filter((name) => name !== 'seo' || isIndexable)

/** Whether the medians of so many looks are 100 whatever those left would bring. */
function isDecided({ isIndexable, looks: taken }: Judged, looks: number): boolean {
  return judgedParts(isIndexable).every(
    (name) => taken.filter(({ scores }) => scores[name] === 100).length > looks / 2,
  )
}

async function judgeAll(lighthouse: Lighthouse, site: string, looks: number) {
  const judged: Judged[] = []
  const without: string[] = []
  for (const [kind, address] of await pageKinds(site)) {
    const response = await fetch(site + address, { headers: { 'user-agent': phoneAgent } })
    const html = await response.text()
    if (response.status !== 200) {
      without.push(`${kind} (${response.status})`)
      continue
    }
    // robots.txt keeps search engines from forms over pages.
    const isIndexable = !/<meta name="robots" content="noindex/.test(html) && !address.includes('modal=')
    const page: Judged = { kind, isIndexable, looks: [] }
    while (page.looks.length < looks && !isDecided(page, looks))
      page.looks.push(await lighthouse(site + address))
    judged.push(page)
  }
  return { judged, without }
}

/** Lighthouse's verdict on every public page kind that answers 200, from as many looks as decide its median. */
export async function measureLighthouse({ looks }: Settings): Promise<Measured> {
  const lighthouse = openLighthouse()
  if ('missing' in lighthouse) {
    const cause = lighthouse.missing
    return {
      lines: [{ budget: 'lighthouse', measured: '–', isMet: false, cause }],
      tables: [],
      figures: [],
    }
  }
  const site = await startProcess({ SMS: 'console', PUBLIC_ORIGIN: '' })
  const { judged, without } = await judgeAll(lighthouse, site.url, looks).finally(() => site.stop())

  const rows = judged.map(({ kind, isIndexable, looks: all }) => {
    const parts = judgedParts(isIndexable)
    const scores = allCategories.map((name) =>
      parts.includes(name) ? median(all.map((look) => look.scores[name] ?? 0)) : '–',
    )
    const of = (pick: (look: Look) => number) => median(all.map(pick))
    const faults = [...new Set(all.flatMap((look) => look.faults))]
    return {
      kind,
      scores,
      isPerfect: scores.every((score) => score === '–' || score === 100),
      cells: [
        whole(of(({ fcp }) => fcp)),
        whole(of(({ lcp }) => lcp)),
        of(({ cls }) => cls).toFixed(3),
        whole(of(({ tbt }) => tbt)),
        whole(of(({ processorTbt }) => processorTbt)),
        faults.join(', '),
      ],
      performance: Number(scores[0]),
    }
  })
  const imperfect = rows.filter(({ isPerfect }) => !isPerfect)
  return {
    lines: [
      {
        budget: 'lighthouse',
        measured: `${rows.length - imperfect.length} of ${rows.length} page kinds; median of ${looks}; not judged: ${without.join(', ')}`,
        isMet: imperfect.length === 0 && looks >= 5,
        ...(imperfect.length > 0
          ? { cause: imperfect.map(({ kind, scores }) => `${kind} ${scores.join('/')}`).join('; ') }
          : looks < 5
            ? { cause: 'fewer looks than five' }
            : {}),
      },
    ],
    tables: [
      {
        title: `Lighthouse 12 mobile, median of ${looks}`,
        head: [
          'page',
          'performance',
          'accessibility',
          'best practices',
          'SEO',
          'FCP',
          'LCP',
          'CLS',
          'TBT',
          'TBT by processor time',
          'faults',
        ],
        rows: rows.map(({ kind, scores, cells }) => [kind, ...scores, ...cells]),
      },
    ],
    figures: rows.map(({ kind, performance }) => ({
      name: `Lighthouse performance: ${kind}`,
      value: performance,
      better: 'more',
    })),
  }
}
