import { type Bootstrap, useDocument } from './document-context.ts'

/**
 * Inline script that aborts pending loads on navigation. Script files that hang may hold all six connections of the
 * browser, and a navigation before hydration would wait for one. It also prevents later imports; the entry removes
 * it.
 */
export const abortPendingLoads =
  'onclick=onsubmit=e=>{e.ctrlKey||e.metaKey||e.shiftKey||e.target.closest(e.type>"d"?"form":"a[href^=\'/\'],a[href^=\'?\']")&&(stop(),onclick=null)}'

const emptyBootstrap = (): Bootstrap => ({ stream: '', modules: '' })

/**
 * The bootstrap scripts of a page, in place of Remix's `<Scripts>`. Their texts come from the server
 * (hydration-bootstrap.server.ts); in the browser they have run, and React only matches their elements.
 */
export function BootstrapScripts() {
  const { nonce, bootstrap = emptyBootstrap } = useDocument()
  const { stream, modules } = bootstrap()
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: stream }} />
      <script
        type="module"
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: modules }}
      />
    </>
  )
}
