import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { encode } from 'turbo-stream'
import { dayText } from '#app/ui/text/format.ts'
import { contextName, DocumentContext, type DocumentValues, loaderDataId } from './document-context.ts'
import { future } from './future.ts'

/**
 * Hydrates the document. Resolves to false where it cannot: the
 * engine lacks what the libraries need, or something on the way took the page's data out. The server's document then
 * stays as it is, with its links and forms.
 */
export async function hydrate(): Promise<boolean> {
  if (!supportsHydration()) return false
  const started: unknown = Reflect.get(window, contextName)
  const inline = document.getElementById(loaderDataId)?.textContent
  const stream = inline ? encode(JSON.parse(inline)) : streamOf(started)
  if (stream === undefined) return false
  const context = Object.assign(started ?? {}, { basename: '/', future, isSpaMode: false, stream })
  Reflect.set(window, contextName, context)
  await decodeData()
  if (!('state' in context)) return false
  const facts = readDocumentValues()
  startTransition(() => {
    hydrateRoot(
      document,
      <DocumentContext.Provider value={facts}>
        <RemixBrowser />
      </DocumentContext.Provider>,
    )
  })
  return true
}

/**
 * Before Chrome 71 and Safari 14.1 there is no such stream: Remix could not read a page's data, and React would empty the
 * page. The rest is what the libraries call without asking.
 */
function supportsHydration(): boolean {
  return (
    'fetch' in window &&
    'TextEncoderStream' in window &&
    'AbortController' in window &&
    'URLSearchParams' in window &&
    'flat' in [] &&
    'flatMap' in [] &&
    'finally' in Promise.prototype
  )
}

/**
 * Has Remix decode the page's data before React begins. It does so when its component is first called, and throws the
 * promise of it; a root that suspends while it hydrates fails in React 18 at the first event ("Root did not complete").
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}

/** The stream that a document opened whose data was not all there. */
function streamOf(started: unknown): ReadableStream<Uint8Array> | undefined {
  const isStarted = typeof started === 'object' && started !== null && 'stream' in started
  return isStarted && started.stream instanceof ReadableStream ? started.stream : undefined
}

/** What the server knew of the document, as the document has it. */
function readDocumentValues(): DocumentValues {
  const style = document.getElementById('page-style')
  return {
    nonce: style?.nonce || undefined,
    css: style?.textContent ?? undefined,
    reference: document.querySelector('[data-reference]')?.getAttribute('data-reference') ?? '',
    day: dayText(new Date().toISOString()),
  }
}
