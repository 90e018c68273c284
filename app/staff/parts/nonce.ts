import { createContext, useContext } from 'react'

/** The nonce of the document's policy; empty in the browser, which hides it from scripts. */
export const NonceContext = createContext('')

/** The nonce for inline scripts and styles. */
export function useNonce(): string {
  return useContext(NonceContext)
}
