import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sendCheckIns } from '#server/contract/check-ins/checkins.ts'
import { sendClue } from '#server/contract/leads/clue.ts'
import { leadHeaders, leadOf } from '#tests/support/load/restless-clients.ts'
import { costlyCallers, type CostlyCaller } from '../measure/costly-callers.ts'
import { engines, startCostlySite, type CostlySite } from '../measure/costly-site.ts'
import type { Measured } from '../part.ts'
import type { Settings } from '../settings.ts'

/** Bound on p95 beside the costly call, in relation to that of the same minute without it. */
const budget = 2
const pauseMs = 100
/** What a client may do at once before it has only its part of the time is over by then: a minute's p95 shows none of it. */
const settleMs = 12_000

let asked = 0

/** What others do meanwhile: each takes another address every time, so that no cache answers. */
const honest: Readonly<Record<string, (site: CostlySite, nth: number) => Promise<Response>>> = {
  'page rendered anew': ({ url }, nth) => fetch(`${url}/schoollist/shenzhen/?fee_max=${100_000 + nth}`),
  'call of the API': ({ url }, nth) => fetch(`${url}/api/schools?city_code=4403&fee_max=${100_000 + nth}`),
  lead: ({ url }, nth) =>
    fetch(url + sendClue.path, { method: 'POST', headers: leadHeaders(nth), body: leadOf(nth) }),
  'check-in': ({ url, eventId }, nth) =>
    fetch(url + sendCheckIns.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.19.${nth & 255}.${nth >> 8}` },
      body: JSON.stringify({
        event_id: eventId,
        name: '王小明',
        phone: `136${String(nth).padStart(8, '0')}`,
        consent_checkin: 1,
        nonce: randomUUID(),
      }),
    }),
}

function percentile95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

/** 95th percentiles in ms of what others do, while `isOver` says no. A refusal counts as an endless answer. */
async function p95Of(site: CostlySite, isOver: () => boolean): Promise<Map<string, number>> {
  const all = Object.entries(honest).map(async ([name, ask]): Promise<[string, number]> => {
    const times: number[] = []
    while (!isOver()) {
      const since = performance.now()
      const answer = await ask(site, (asked += 1))
      await answer.arrayBuffer()
      times.push(answer.ok ? performance.now() - since : Number.POSITIVE_INFINITY)
      await wait(pauseMs)
    }
    return [name, percentile95(times)]
  })
  return new Map(await Promise.all(all))
}

/** Others before, beside and after one kind of costly call at its limit; a row for each of them. */
async function measureCaller(site: CostlySite, { name, atOnce, call }: CostlyCaller, seconds: number) {
  const lasting = () => {
    const until = performance.now() + seconds * 1000
    return () => performance.now() > until
  }
  const before = await p95Of(site, lasting())
  const statuses: number[] = []
  const enough = new AbortController()
  const calling = Array.from({ length: atOnce }, async () => {
    while (!enough.signal.aborted) statuses.push(await call(site))
  })
  await wait(atOnce === 0 ? 0 : settleMs)
  const beside = await p95Of(site, lasting())
  enough.abort()
  await Promise.all(calling)
  const after = await p95Of(site, lasting())
  const wrong = statuses.find((status) => status >= 400 && status < 500 && status !== 429)
  if (wrong !== undefined) throw new Error(`${name}: ${wrong} is no answer to measure`)
  const done = statuses.filter((status) => status === 200).length
  return {
    answers: `${done} of ${statuses.length}`,
    others: Object.keys(honest).map((name) => {
      const without = Math.max(before.get(name) ?? 0, after.get(name) ?? 0)
      const during = beside.get(name) ?? Number.NaN
      return { name, without, during, ratio: during / without }
    }),
  }
}

/** What visitors, families and guests wait for while each role's costly call runs at its limit, on both engines. */
export async function measureCostlyCalls({ seconds, sizes }: Settings): Promise<Measured> {
  const schools = sizes[1] ?? sizes[0] ?? 1_000
  const callers = await costlyCallers()
  const rows: (string | number)[][] = []
  const ratios: number[] = []
  for (const engine of engines) {
    const site = await startCostlySite(engine, schools)
    await measureCaller(site, { name: 'warm', atOnce: 0, call: async () => 200 }, seconds / 2)
    for (const caller of callers) {
      const { answers, others } = await measureCaller(site, caller, seconds * 1.5)
      ratios.push(...others.map(({ ratio }) => ratio))
      rows.push(
        ...others.map(({ name, without, during, ratio }) => [
          engine,
          `${caller.name} (${answers} answered)`,
          name,
          without.toFixed(0),
          during.toFixed(0),
          ratio.toFixed(1),
        ]),
      )
    }
    await site.stop()
  }
  const worst = Math.max(...ratios)
  return {
    lines: [{ budget: 'costlyCalls', measured: `at most ${worst.toFixed(1)} x`, isMet: worst <= budget }],
    tables: [
      {
        title: `Costly calls at their limit, ${schools} schools, load ${loadavg()[0]?.toFixed(1)}`,
        head: ['engine', 'costly call', 'who waits', 'p95 ms without', 'p95 ms beside', 'ratio'],
        rows,
      },
    ],
    figures: [{ name: 'p95 beside costly calls / without', value: worst, better: 'less' }],
  }
}
