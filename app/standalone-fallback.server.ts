import type { AppLoadContext } from '#app/load-context.ts'

type Process = Required<Pick<AppLoadContext, 'fetchApi' | 'pageSecret'>>

/**
 * The API and the cookie secret of this process. Our own process passes both in the context; under a stock host
 * (remix-serve) the API is opened inside that process, once. The built file is imported by address, so that no part
 * of the server is bundled into the pages.
 */
export async function runtimeOf({ fetchApi, pageSecret }: AppLoadContext): Promise<Process> {
  if (fetchApi !== undefined && pageSecret !== undefined) return { fetchApi, pageSecret }
  const address = new URL('../process/embedded.js', import.meta.url).href
  const embedded: { openEmbeddedApi: () => Promise<Process> } = await import(/* @vite-ignore */ address)
  return embedded.openEmbeddedApi()
}
