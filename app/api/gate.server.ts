import type { AppLoadContext } from '#app/load-context.ts'

type FetchApi = NonNullable<AppLoadContext['fetchApi']>

/**
 * The function that reaches the API. A host without our process around it (stock remix-serve) has no
 * `fetchApi` in the context: then the API is opened inside this process, once. The built file is loaded by
 * address, so that no part of the server is bundled into the pages.
 */
export async function fetchApiOf(context: AppLoadContext): Promise<FetchApi> {
  if (context.fetchApi) return context.fetchApi
  const address = new URL('../process/embedded.js', import.meta.url).href
  const embedded: typeof import('#server/embedded.ts') = await import(/* @vite-ignore */ address)
  return embedded.openEmbeddedApi()
}
