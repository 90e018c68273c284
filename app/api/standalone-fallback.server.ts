import type { AppLoadContext } from '#app/load-context.ts'

type Process = Required<Pick<AppLoadContext, 'fetchApi' | 'pageSecret'>>

/**
 * What the process around the pages gives: the way to the API, and the secret that signs cookies. A host without our
 * process around it (stock remix-serve) has neither in the context: then the API is opened inside this process, once.
 * The built file is loaded by address, so that no part of the server is bundled into the pages.
 */
export async function runtimeOf({ fetchApi, pageSecret }: AppLoadContext): Promise<Process> {
  if (fetchApi !== undefined && pageSecret !== undefined) return { fetchApi, pageSecret }
  const address = new URL('../process/embedded.js', import.meta.url).href
  const embedded: typeof import('#server/embedded.ts') = await import(/* @vite-ignore */ address)
  return embedded.openEmbeddedApi()
}
