import { countFromCache } from '#tests/support/load/mixed-visitors.ts'
import { startSite } from '../measure/start-site.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'

const leastShare = 0.9

/** How many documents of public pages come from the page cache when visitors are mixed. */
export async function measureMixedVisitors({ requests }: Settings): Promise<Measured> {
  const documents = Math.min(requests, 10_000)
  const site = await startSite()
  const share = (await countFromCache(site.url, documents)) / documents
  await site.stop()
  return {
    lines: [
      {
        budget: 'mixedVisitors',
        measured: `${(100 * share).toFixed(1)} % of ${documents}`,
        isMet: share >= leastShare,
      },
    ],
    tables: [],
    figures: [{ name: 'mixed visitors: share from the page cache', value: share, better: 'more' }],
  }
}
