import { remoteApi } from '#server/remote-api/remote-api.ts'
import { serveBuild, type CacheRules, type ServedBuild } from './serve-build.ts'

/** A site in this process whose API is another site's, with a hook before every call. */
export type SlowSite = ServedBuild

/**
 * Serves the built pages over the API of `origin`; `before` may hold a call back, or refuse it by throwing. Pages are
 * rendered anew for each request unless there is a `cache`.
 */
export async function startSlowSite(
  origin: string,
  before: (pathname: string) => Promise<void> | undefined,
  cache?: CacheRules,
): Promise<SlowSite> {
  const callApi = remoteApi(origin)
  const fetchApi = async (request: Request) => {
    await before(new URL(request.url).pathname)
    return callApi(request)
  }
  return serveBuild({ fetchApi, pageSecret: 'of-a-test', cache })
}

/** A gate that calls wait at until it is opened. */
export function createGate(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
