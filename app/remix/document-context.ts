import { createContext, useContext } from 'react'
import type { BootstrapTexts } from './hydration-bootstrap.tsx'

/** What the document around the routes needs from the server, handed over again by entry.client. */
export type DocumentFacts = {
  /** Nonce of this answer's inline scripts and styles, which a kept page loses after it is rendered; undefined in the browser. */
  nonce: string | undefined
  /** Text of the matched routes' style sheets; undefined while the development server sends them itself. */
  css: string | undefined
  /** Names this request on the page of an unexpected error. */
  reference: string
  /** The day on which the page was opened, in words: paper shows it. */
  day: string
  /** Texts of the scripts that tell search engines of the page: for documents only. */
  structured?: readonly string[]
  /** What starts the page's scripts, for documents only; once it was asked for, the page's data follows the document. */
  bootstrapTexts?: () => BootstrapTexts
}

export const DocumentContext = createContext<DocumentFacts>({
  nonce: undefined,
  css: undefined,
  reference: '',
  day: '',
})

/** The facts of the document that is being rendered. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext)
}
