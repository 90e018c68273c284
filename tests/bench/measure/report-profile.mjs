import { Session } from 'node:inspector/promises'
import { isMainThread } from 'node:worker_threads'

/** Whose code a frame is, by its address: what a frame without one does is its caller's. */
const owners = [
  ['React', /node_modules\/(?:react|react-dom|scheduler)\//],
  ['data for the browser', /node_modules\/turbo-stream\//],
  ['compressing', /^node:zlib/],
  [
    'requests, answers and streams',
    /^node:internal\/deps\/undici|webstreams|abort_controller|event_target|node_modules\/(?:hono|@hono)\//,
  ],
  ['components and loaders', /build\/server\//],
  ['edge, router and Remix', /build\/process\/|node_modules\/@remix-run\//],
]

function ownerOf(node, parents) {
  for (let at = node; at; at = parents.get(at)) {
    const { functionName, url } = at.callFrame
    if (functionName === '(garbage collector)') return 'collecting garbage'
    const found = owners.find(([, address]) => address.test(url))
    if (found) return found[0]
  }
  return 'Node and the rest'
}

/** Milliseconds of each owner's code; none of the time that nothing was done. */
function timesOf({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map()
  for (const node of nodes) for (const child of node.children ?? []) parents.set(byId.get(child), node)
  const times = {}
  samples.forEach((id, at) => {
    const node = byId.get(id)
    if (node.callFrame.functionName === '(idle)') return
    const owner = ownerOf(node, parents)
    times[owner] = (times[owner] ?? 0) + timeDeltas[at] / 1000
  })
  return times
}

/** Loaded into a measured process before its own program: one SIGUSR2 begins a profile, the next one tells it. */
if (isMainThread) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  let runs = false
  process.on('SIGUSR2', async () => {
    runs = !runs
    if (runs) {
      await session.post('Profiler.start')
      console.log(JSON.stringify({ profile: 'begun' }))
    } else {
      const { profile } = await session.post('Profiler.stop')
      console.log(JSON.stringify({ profile: timesOf(profile) }))
    }
  })
}
