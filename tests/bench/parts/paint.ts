import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { openLighthouse, type Lighthouse, type Look } from '../measure/lighthouse.ts'
import { startNginx } from '../measure/nginx.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'
import { median, whole } from '../statistics.ts'

const kinds = ['home', 'school list', 'school', 'news item']
const limits = { fcp: 1, lcp: 1.1, cls: 0, tbtMs: 50 }

function missed(cause: string): Measured {
  return { lines: [{ budget: 'paint', measured: '–', isMet: false, cause }], tables: [], figures: [] }
}

/** When a phone on simulated slow 4G paints a page, beside the same page as files in nginx, look by look. */
export async function measurePaint({ looks }: Settings): Promise<Measured> {
  const lighthouse = openLighthouse()
  if ('missing' in lighthouse) return missed(lighthouse.missing)
  const site = await startProcess({ SMS: 'console' })
  const pages = (await pageKinds(site.url)).filter(([kind]) => kinds.includes(kind))
  const nginx = await startNginx(
    site.url,
    pages.map(([, address]) => address),
  )
  if ('missing' in nginx) {
    await site.stop()
    return missed(nginx.missing)
  }
  const compared: (Awaited<ReturnType<typeof lookAtBoth>> & { kind: string })[] = []
  for (const [kind, address] of pages) {
    compared.push({ kind, ...(await lookAtBoth(lighthouse, site.url + address, nginx.url + address, looks)) })
  }
  await Promise.all([site.stop(), nginx.stop()])

  const worst = (pick: (page: (typeof compared)[number]) => number) => Math.max(...compared.map(pick))
  const [fcp, lcp] = [worst((page) => page.fcp), worst((page) => page.lcp)]
  const [cls, tbt] = [worst((page) => page.ours.cls), worst((page) => page.ours.tbt)]
  return {
    lines: [
      {
        budget: 'paint',
        measured: `at most FCP ${fcp.toFixed(2)} x, LCP ${lcp.toFixed(2)} x, CLS ${cls.toFixed(3)}, TBT ${whole(tbt)} ms; median of ${looks}`,
        isMet: fcp <= limits.fcp && lcp <= limits.lcp && cls <= limits.cls && tbt <= limits.tbtMs,
        cause:
          `TBT of the files in nginx at most ${whole(worst((page) => page.theirs.tbt))} ms; ` +
          `by processor time ours at most ${whole(worst((page) => page.ours.processorTbt))} ms`,
      },
    ],
    tables: [
      {
        title: `Simulated slow 4G in ms: the site / the same page as files in nginx, median of ${looks}`,
        head: ['page', 'FCP', 'LCP', 'CLS', 'TBT', 'TBT by processor time'],
        rows: compared.map(({ kind, ours, theirs }) => [
          kind,
          `${whole(ours.fcp)} / ${whole(theirs.fcp)}`,
          `${whole(ours.lcp)} / ${whole(theirs.lcp)}`,
          `${ours.cls.toFixed(3)} / ${theirs.cls.toFixed(3)}`,
          `${whole(ours.tbt)} / ${whole(theirs.tbt)}`,
          `${whole(ours.processorTbt)} / ${whole(theirs.processorTbt)}`,
        ]),
      },
    ],
    figures: compared.flatMap((page) => [
      { name: `FCP / nginx: ${page.kind}`, value: page.fcp, better: 'less' as const },
      { name: `LCP / nginx: ${page.kind}`, value: page.lcp, better: 'less' as const },
    ]),
  }
}

async function lookAtBoth(lighthouse: Lighthouse, mine: string, other: string, looks: number) {
  const [ours, theirs]: [Look[], Look[]] = [[], []]
  for (let turn = 0; turn < looks; turn += 1) {
    ours.push(await lighthouse(mine, ['performance']))
    theirs.push(await lighthouse(other, ['performance']))
  }
  const [us, them] = [middle(ours), middle(theirs)]
  return { ours: us, theirs: them, fcp: us.fcp / them.fcp, lcp: us.lcp / them.lcp }
}

function middle(looks: readonly Look[]): Omit<Look, 'scores' | 'faults'> {
  const of = (pick: (look: Look) => number) => median(looks.map(pick))
  return {
    fcp: of((look) => look.fcp),
    lcp: of((look) => look.lcp),
    cls: of((look) => look.cls),
    tbt: of((look) => look.tbt),
    processorTbt: of((look) => look.processorTbt),
  }
}
