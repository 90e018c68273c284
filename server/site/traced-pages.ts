import type { ServerBuild } from '@remix-run/node'
import { currentTracer, inSpan } from '../logging/tracing.ts'

type Route = ServerBuild['routes'][string]

/** The Remix build with a span for each loader, action and render; unchanged while tracing is off. */
export function tracedPages(build: ServerBuild): ServerBuild {
  if (currentTracer() === undefined) return build
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, tracedRoute(route)]),
  )
  const { module } = build.entry
  const render: typeof module.default = (...given) =>
    inSpan('render', {}, async () => module.default(...given))
  return { ...build, routes, entry: { ...build.entry, module: { ...module, default: render } } }
}

function tracedRoute(route: Route): Route {
  const { loader, action } = route.module
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader ? { loader: traced(`loader ${route.id}`, loader) } : {}),
      ...(action ? { action: traced(`action ${route.id}`, action) } : {}),
    },
  }
}

function traced<Given extends unknown[], Result>(
  name: string,
  work: (...given: Given) => Result | Promise<Result>,
): (...given: Given) => Promise<Result> {
  return (...given) => inSpan(name, {}, async () => work(...given))
}
