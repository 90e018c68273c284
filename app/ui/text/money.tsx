/**
 * A range of money that breaks after its dash only, so that no number is parted from its unit; other texts as they are.
 * Where lines of facts break is said by the style sheets: `word-break: keep-all`, after marks and nowhere else.
 */
export function Money({ text }: { text: string }) {
  const [from = '', to] = text.split('–')
  if (to === undefined) return <>{text}</>
  return (
    <>
      <span className="part">{from}–</span>
      <span className="part">{to}</span>
    </>
  )
}
