import { useDocument } from './document-context.ts'

/** Texts of the two scripts that start a page. */
export type BootstrapTexts = { data: string; modules: string }

const ranAlready = (): BootstrapTexts => ({ data: '', modules: '' })

/**
 * The scripts that start a page, instead of Remix's: their texts are the server's (hydration-bootstrap.server.ts); in the
 * browser they have run already, and React only finds their places again.
 */
export function BootstrapScripts() {
  const { nonce, bootstrapTexts = ranAlready } = useDocument()
  const { data, modules } = bootstrapTexts()
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: data }} />
      <script
        type="module"
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: modules }}
      />
    </>
  )
}
