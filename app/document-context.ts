import { createContext, useContext } from 'react'

/** What the document around the routes needs from the server, handed over again by entry.client. */
export type DocumentFacts = {
  /** Nonce of this answer's inline scripts and styles; undefined on a kept page, whose policy names their hashes. */
  nonce: string | undefined
  /** Text of the matched routes' style sheets; undefined while the development server sends them itself. */
  css: string | undefined
  /** Addresses of the scripts that the page's own ones import: loaded beside them, not after. */
  parts: string[]
  /** Names this request on the page of an unexpected error. */
  reference: string
  /** Texts of the scripts that tell search engines of the page: for documents only. */
  structured?: readonly string[]
}

export const DocumentContext = createContext<DocumentFacts>({
  nonce: undefined,
  css: undefined,
  parts: [],
  reference: '',
})

/** The facts of the document that is being rendered. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext)
}
