/** A verdict on a child's entry with its reason, and the classes of its tag. */
export type Verdict = { look: string; label: string; reason: string }

/** 可以报, 要确认 or 不能报, with the reason. */
export function VerdictText({ look, label, reason }: Verdict) {
  return (
    <>
      <span className={look}>{label}</span>
      {reason}
    </>
  )
}
