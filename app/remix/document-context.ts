import { createContext, useContext } from 'react'

/** The global from which Remix's browser half reads what the server says of a page. */
export const contextName = '__remixContext'

/** Id of the element that holds the loaders' data as JSON. */
export const loaderDataId = 'loader-data'

/** What starts hydration: data as JSON or a script that opens a stream for it, and a script that loads the modules. */
export type Bootstrap = { data?: string; stream?: string; modules: string }

/** What the document around the routes needs from the server, handed over again by hydrate.tsx. */
export type DocumentValues = {
  /** Nonce of this answer's inline scripts and styles, which a kept page loses after it is rendered; undefined in the browser. */
  nonce: string | undefined
  /** Text of the matched routes' style sheets. */
  css: string | undefined
  /** Names this request on the page of an unexpected error. */
  reference: string
  /** The day on which the page was opened, in words: paper shows it. */
  day: string
  /** Texts of the scripts that tell search engines of the page: for documents only. */
  structured?: readonly string[]
  /** What starts hydration, for documents only; a stream of the page's data follows the document once it was asked for. */
  bootstrap?: () => Bootstrap
}

export const DocumentContext = createContext<DocumentValues>({
  nonce: undefined,
  css: undefined,
  reference: '',
  day: '',
})

/** The facts of the document that is being rendered. */
export function useDocument(): DocumentValues {
  return useContext(DocumentContext)
}
