/** How long data asked for ahead may wait for the visitor's press, in ms. */
const freshFor = 30_000

type Kept = { answer: Promise<Response>; at: number }

const kept = new Map<string, Kept>()
let askServer: typeof fetch | undefined

/**
 * Asks for a page's data and hands the answer to the router's own request for the same address, once. Rejects when the
 * answer is none that a page can be made of. Whatever is sent to the server makes all kept answers void.
 */
export async function keepAnswer(address: string, ahead: boolean): Promise<void> {
  askServer ??= standBeforeFetch()
  const found = kept.get(address)
  const entry =
    found !== undefined && isFresh(found) ? found : { answer: ask(address, ahead), at: Date.now() }
  kept.set(address, entry)
  try {
    const { status, headers } = await entry.answer
    const isData = status < 500 && /x-script/.test(headers.get('content-type') ?? '')
    if (!isData) throw new Error('no data of a page')
  } catch (error) {
    kept.delete(address)
    throw error
  }
}

function ask(address: string, ahead: boolean): Promise<Response> {
  const send = askServer ?? fetch
  return send.call(window, address, ahead ? { headers: { purpose: 'prefetch' } } : {})
}

function isFresh({ at }: Kept): boolean {
  return Date.now() - at < freshFor
}

/** The router asks by the global `fetch` and has no other door. */
function standBeforeFetch(): typeof fetch {
  const original = window.fetch
  window.fetch = (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    if (method !== 'GET') kept.clear()
    const address = input instanceof Request ? input.url : String(input)
    const found = method === 'GET' ? kept.get(address) : undefined
    kept.delete(address)
    return found !== undefined && isFresh(found) ? found.answer : original.call(window, input, init)
  }
  return original
}
