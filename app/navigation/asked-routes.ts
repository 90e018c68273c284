import { matchRoutes } from '@remix-run/react'

/** The routes whose data a navigation asks for: all that have data, but for those that say they need none. */
export type AskedRoutes = { ids: string[]; areAll: boolean }

/** Which routes' data the router will ask for on the way to an address. */
export function askedRoutes(url: URL): AskedRoutes {
  const { state, routes } = window.__remixRouter
  const currentUrl = new URL(window.location.href)
  const matches = matchRoutes(routes, url.pathname) ?? []
  const loading = matches.filter(
    ({ route }) => window.__remixManifest.routes[route.id ?? '']?.hasLoader === true,
  )
  const ids = loading
    .filter(({ route, params }) => {
      const current = state.matches.find((match) => match.route.id === route.id)
      const isNew = current === undefined || state.loaderData[route.id ?? ''] === undefined
      if (isNew || route.shouldRevalidate === undefined) return true
      return route.shouldRevalidate({
        currentUrl,
        currentParams: current.params,
        nextUrl: url,
        nextParams: params,
        defaultShouldRevalidate: true,
      })
    })
    .map(({ route }) => route.id ?? '')
  return { ids, areAll: ids.length === loading.length }
}
