/**
 * A money range that may break after its dash only; other texts unchanged. Lines of facts break by `word-break:
 * keep-all` in the style sheets.
 */
export function Money({ text }: { text: string }) {
  const [from = '', to] = text.split('–')
  if (to === undefined) return <>{text}</>
  return (
    <>
      <span className="part">{`${from}–`}</span>
      <span className="part">{to}</span>
    </>
  )
}
