import { createContext, useContext } from 'react'

/** Name of the global from which Remix's client reads the server's context. */
export const contextName = '__remixContext'

/** The hydration bootstrap: a script that opens a stream for the page's data, and a script that loads the modules. */
export type Bootstrap = { stream: string; modules: string }

/** Values that the document around the routes needs from the server; hydrate.tsx reads them back from the document. */
export type DocumentValues = {
  /** CSP nonce of inline scripts and styles; removed from cached pages; undefined in the browser. */
  nonce: string | undefined
  /** The matched routes' style sheets as one text. */
  css: string | undefined
  /** Id of the request, shown on the page of an unexpected error. */
  reference: string
  /** The day on which the page was rendered, as text, for print. */
  day: string
  /** JSON-LD scripts, for documents only. */
  structured?: readonly string[]
  /** The hydration bootstrap, for documents only; the page's data follows the document. */
  bootstrap?: () => Bootstrap
}

export const DocumentContext = createContext<DocumentValues>({
  nonce: undefined,
  css: undefined,
  reference: '',
  day: '',
})

/** The values of the document that is being rendered. */
export function useDocument(): DocumentValues {
  return useContext(DocumentContext)
}
