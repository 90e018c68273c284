import { phoneAgent } from '../browser/browser.ts'
import { pageKinds } from '../pages/page-kinds.ts'

/** Free text, forms with a key, pages of one visitor and of nobody: rendered anew for each request. */
const renderedAnew =
  /^\/(?:search|login|order|compare|city|parents|exhibitors|signdetail|404|no)\/|[?&]modal=/

/** Of a hundred visitors with scripts forty are known to the server: 25 by a basket, 15 by a login. */
function cookieOf(number: number): string {
  const at = (number * 37) % 100
  if (at < 60) return ''
  if (at < 85) return `visitor=1; compare=${number + 1}.${number + 2}`
  return `visitor=1; token=token-of-visitor-${number}-abcdefgh`
}

/**
 * Asks for the public pages of a site as mixed visitors with scripts (60 % anonymous, 25 % with a basket, 15 % logged in);
 * resolves to how many of so many documents came from the page cache.
 */
export async function countFromCache(origin: string, requests: number): Promise<number> {
  const pages = (await pageKinds(origin)).map(([, path]) => path).filter((path) => !renderedAnew.test(path))
  let [next, fromCache] = [0, 0]
  const client = async () => {
    for (let number = next++; number < requests; number = next++) {
      const cookie = cookieOf(number)
      const answer = await fetch(origin + (pages[(number * 7) % pages.length] ?? '/'), {
        redirect: 'manual',
        headers: { 'user-agent': phoneAgent, 'accept-encoding': 'br', ...(cookie === '' ? {} : { cookie }) },
      })
      await answer.arrayBuffer()
      if (/desc="(?:hit|stale|stale_if_error)"/.test(answer.headers.get('server-timing') ?? ''))
        fromCache += 1
    }
  }
  await Promise.all(Array.from({ length: 12 }, client))
  return fromCache
}
