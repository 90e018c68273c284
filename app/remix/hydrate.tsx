import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { dayText } from '#app/ui/text/format.ts'
import { contextName, DocumentContext, type DocumentValues } from './document-context.ts'
import { future } from './future.ts'

/**
 * Hydrates the document. Resolves to false where it cannot: the engine lacks what the libraries need, or a proxy
 * removed the page's data. The server's document then stays, with its links and forms.
 */
export async function hydrate(): Promise<boolean> {
  if (!supportsHydration()) return false
  const started: unknown = Reflect.get(window, contextName)
  if (typeof started !== 'object' || started === null || !('stream' in started)) return false
  const context = Object.assign(started, { basename: '/', future, isSpaMode: false })
  await decodeData()
  if (!('state' in context)) return false
  const facts = readDocumentValues()
  // Decoding and the first slice of React are two tasks, between which a browser can paint and scroll.
  await new Promise((resolve) => setTimeout(resolve))
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
 * Feature guard for hydration. Before Chrome 71 and Safari 14.1 there is no TextEncoderStream: Remix could not read
 * the page's data, and React would empty the page. The rest is what the libraries call unchecked.
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
 * Makes Remix decode the page's data before React begins. RemixBrowser does so at its first call, and throws the
 * promise; a root that suspends while hydrating fails in React 18 at the first event ("Root did not complete").
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}

/** Reads the document's values back from the DOM. */
function readDocumentValues(): DocumentValues {
  const style = document.getElementById('page-style')
  return {
    nonce: style?.nonce || undefined,
    css: style?.textContent ?? undefined,
    reference: document.querySelector('[data-reference]')?.getAttribute('data-reference') ?? '',
    day: dayText(new Date().toISOString()),
  }
}
