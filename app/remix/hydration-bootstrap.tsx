import { type Bootstrap, loaderDataId, useDocument } from './document-context.ts'

/**
 * Script files that never come may hold all connections to the site, of which a browser has six: a press that leads on
 * before the scripts are there aborts them, or it would wait with them, and keeps them from beginning. The entry takes it
 * back.
 */
export const abortPendingLoads =
  'onclick=onsubmit=e=>{e.ctrlKey||e.metaKey||e.shiftKey||e.target.closest(e.type>"d"?"form":"a[href^=\'/\'],a[href^=\'?\']")&&(stop(),onclick=null)}'

const ranAlready = (): Bootstrap => ({ modules: '' })

/**
 * The scripts that start a page, instead of Remix's: their texts are the server's (hydration-bootstrap.server.ts); in the
 * browser they have run already, and React only finds their places again.
 */
export function BootstrapScripts() {
  const { nonce, bootstrap = ranAlready } = useDocument()
  const { data, stream = '', modules } = bootstrap()
  return (
    <>
      {data === undefined ? (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: stream }} />
      ) : (
        <script id={loaderDataId} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
      )}
      <script
        type="module"
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: modules }}
      />
    </>
  )
}
