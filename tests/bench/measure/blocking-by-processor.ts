import { z } from 'zod'

const event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** In µs, as every time of a trace. */
  ts: z.number(),
  dur: z.number().optional(),
  /** Processor time of the thread. */
  tdur: z.number().optional(),
  args: z.object({ data: z.object({ documentLoaderURL: z.string().optional() }).optional() }).optional(),
})
const trace = z.object({ traceEvents: z.array(event) })

/** How much slower than this machine Lighthouse's phone is. */
const slowdown = 4
/** What a task may take before it blocks, in ms. */
const allowed = 50

/**
 * Total blocking time, in ms on Lighthouse's phone, of a trace's last page from its first contentful paint, by the
 * processor time of its tasks. Lighthouse counts how long they lasted, and on two cores a task waits for the browser's
 * other processes and for Lighthouse itself.
 */
export function blockingByProcessor(json: string): number {
  const { traceEvents: events } = trace.parse(JSON.parse(json))
  const page = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http') === true,
  )
  const paint = events.find(
    ({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === page?.pid && ts >= page.ts,
  )
  if (page === undefined || paint === undefined) throw new Error('The trace lacks the first paint of a page')
  return events
    .filter(
      ({ name, ph, pid, tid, ts, dur = 0 }) =>
        ph === 'X' && name === 'RunTask' && pid === page.pid && tid === page.tid && ts + dur > paint.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - allowed), 0)
}
