import { brotliDecompressSync } from 'node:zlib'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { scriptsOf } from '#tests/support/pages/page-scripts.ts'
import { wireBytes } from '#tests/support/pages/wire-bytes.ts'
import { startSite } from '../measure/start-site.ts'
import type { Measured } from '../part.ts'
import { kilobytes, median, whole } from '../statistics.ts'

const initialWindow = 14 * 1024
const scriptBudget = 105 * 1024
const blockingParts =
  /<link[^>]+rel="stylesheet"(?! media="print")|<script(?![^>]*(?:type="module"|async|defer))[^>]*\ssrc=/g

type Page = { kind: string; bytes: number; sent: number; scripts: string[]; blocking: number }

/** Bytes of every page kind as the first visitor gets them, what blocks their rendering, and their scripts. */
export async function measureBytes(): Promise<Measured> {
  const site = await startSite({ PAGE_CACHE: 'off' })
  const pages: Page[] = []
  for (const [kind, address] of await pageKinds(site.url)) {
    const sent = await wholePage(site.url + address)
    const html = brotliDecompressSync(sent).toString()
    const blocking = withoutNoscript(html).match(blockingParts)?.length ?? 0
    pages.push({
      kind,
      bytes: Buffer.byteLength(html),
      sent: sent.length,
      scripts: scriptsOf(html),
      blocking,
    })
  }
  const sizes = new Map<string, number>()
  for (const file of new Set(pages.flatMap(({ scripts }) => scripts))) {
    sizes.set(file, (await wireBytes(site.url + file)).length)
  }
  const weigh = (files: readonly string[]) => files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  const lite = await fetch(`${site.url}/schoollist/shenzhen/`, { headers: { 'save-data': 'on' } })
  const liteScripts = (await lite.text()).match(/<script|modulepreload/g)?.length ?? 0
  await site.stop()

  const heaviest = pages.toSorted((a, b) => b.sent - a.sent)[0]
  const heavy = pages.filter(({ sent }) => sent > initialWindow)
  const blocking = pages.reduce((sum, page) => sum + page.blocking, 0)
  const scripted = pages.map(({ kind, scripts }) => ({ kind, bytes: weigh(scripts) }))
  const most = scripted.toSorted((a, b) => b.bytes - a.bytes)[0]
  return {
    lines: [
      {
        budget: 'html',
        measured: `at most ${whole(heaviest?.sent ?? 0)} (${heaviest?.kind}), median ${whole(median(pages.map(({ sent }) => sent)))}`,
        isMet: heavy.length === 0,
        ...(heavy.length === 0 ? {} : { cause: heavy.map(({ kind }) => kind).join(', ') }),
      },
      { budget: 'blocking', measured: String(blocking), isMet: blocking === 0 },
      {
        budget: 'scripts',
        measured: `at most ${whole(most?.bytes ?? 0)} (${most?.kind}); ${liteScripts}`,
        isMet: scripted.every(({ bytes }) => bytes <= scriptBudget) && liteScripts === 0,
      },
    ],
    tables: [
      {
        title: 'Bytes of every page kind, rendered anew',
        head: ['page', 'HTML KB', 'sent br KB', 'scripts', 'scripts br KB', 'blocking requests'],
        rows: pages.map((page) => [
          page.kind,
          kilobytes(page.bytes),
          kilobytes(page.sent),
          page.scripts.length,
          kilobytes(weigh(page.scripts)),
          page.blocking,
        ]),
      },
    ],
    figures: [
      ...pages.map(({ kind, sent }) => ({
        name: `HTML bytes: ${kind}`,
        value: sent,
        better: 'less' as const,
      })),
      { name: 'most script bytes on a first visit', value: most?.bytes ?? 0, better: 'less' },
    ],
  }
}

/** The page when none of its parts came late: the smallest of three, the caches of the API warm. */
async function wholePage(url: string): Promise<Buffer> {
  const answers = [await wireBytes(url), await wireBytes(url), await wireBytes(url)]
  return answers.toSorted((a, b) => a.length - b.length)[0] ?? Buffer.alloc(0)
}

function withoutNoscript(html: string): string {
  return html.replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
}
