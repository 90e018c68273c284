import { useDocument } from './document-context.ts'

/** Texts of the two scripts that start a page. */
export type StartTexts = { data: string; modules: string }

const ranAlready = (): StartTexts => ({ data: '', modules: '' })

/**
 * The scripts that start a page, instead of Remix's: their texts are the server's (start-scripts.server.ts); in the
 * browser they have run already, and React only finds their places again.
 */
export function StartScripts() {
  const { nonce, startTexts = ranAlready } = useDocument()
  const { data, modules } = startTexts()
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
