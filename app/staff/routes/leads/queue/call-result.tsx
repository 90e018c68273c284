import { useEffect, useRef, type RefObject } from 'react'
import { leadOutcomes } from '#server/contract/staff/lead-terms.ts'
import { isCalledBySchool } from '#server/contract/leads/recipient.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Field } from '../../../parts/field.tsx'
import { momentText } from '../../../parts/moment.tsx'
import { StaffForm, SubmitButton } from '../../../parts/staff-form.tsx'
import { leadQueuePath } from '../../../paths.ts'
import type { LeadDetail } from '../../../texts/lead-texts.ts'
import styles from './call-screen.module.css'

/** A refused form of the queue, with what was typed. */
export type CallRefusal = { values: Readonly<Record<string, string>>; problem: FormProblem }

type Props = {
  lead: LeadDetail & { unanswered: number; next_try?: string | undefined }
  now: string
  refusal: CallRefusal | undefined
}

/** The buttons of a call's result, each of which opens the next lead, with what may be written beside it. */
export function CallResult({ lead, now, refusal }: Props) {
  const { reference, others, unanswered, next_try: nextTry } = lead
  const buttons = useRef<HTMLDivElement>(null)
  useNumberKeys(buttons)
  const hasKeys = useHydrated()
  const mine = refusal?.values['reference'] === reference ? refusal : undefined
  const form = mine ?? { values: {} }
  const open = others.filter(
    (other) =>
      other.state === 'received' &&
      other.assignee === undefined &&
      other.order_type !== 'openday' &&
      !isCalledBySchool(other),
  )
  if (isCalledBySchool(lead))
    return (
      <StaffForm action={leadQueuePath} problem={mine?.problem} hiddenFields={['reference']}>
        <input type="hidden" name="reference" value={reference} />
        <SubmitButton name="press" value="transfer">
          转给学校，下一位
        </SubmitButton>
      </StaffForm>
    )
  return (
    <StaffForm action={leadQueuePath} problem={mine?.problem} hiddenFields={['reference', 'others']}>
      <input type="hidden" name="reference" value={reference} />
      <div className={styles.buttons} ref={buttons}>
        {leadOutcomes.map(({ slug, label }, at) => (
          <button key={slug} className="button quiet" type="submit" name="press" value={slug}>
            {hasKeys ? <kbd className={styles.key}>{at + 1}</kbd> : null}
            {label}
          </button>
        ))}
      </div>
      <p className="soft small">
        没人接听：
        {nextTry === undefined
          ? `这是第 ${unanswered + 1} 次，不再自动安排。`
          : `${momentText(nextTry)} 再打（第 ${unanswered + 2} 次）。`}
      </p>
      {open.length === 0 ? null : (
        <>
          <input type="hidden" name="others" value={open.map((each) => each.reference).join(',')} />
          <label className={styles.also}>
            <input type="checkbox" name="also" value="1" defaultChecked />
            一起记到这位家长另外 {open.length} 条申请
          </label>
        </>
      )}
      <Field label="备注" name="note" form={form} rows={2} optional />
      <div className={styles.when}>
        <Field label="下次联系" name="next_at" form={form} type="datetime-local" min={now} optional />
        <SubmitButton name="press" value="later" tone="quiet">
          以后再打
        </SubmitButton>
      </div>
    </StaffForm>
  )
}

/** Gives up the lead that the member holds: for another one, or to end the work. */
export function LeaveLead({ reference }: { reference: string }) {
  return (
    <StaffForm action={leadQueuePath}>
      <input type="hidden" name="reference" value={reference} />
      <SubmitButton name="press" value="skip" tone="quiet">
        跳过
      </SubmitButton>{' '}
      <SubmitButton name="press" value="stop" tone="quiet">
        结束
      </SubmitButton>
    </StaffForm>
  )
}

/** Lets the keys 1 to 6 press the buttons of an element while nothing is typed into. */
function useNumberKeys(buttons: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = ({ key, target, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey || repeat || !/^[1-9]$/.test(key)) return
      if (target instanceof Element && target.closest('input, textarea, select') !== null) return
      buttons.current
        ?.querySelectorAll('button')
        .item(Number(key) - 1)
        ?.click()
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
    }
  }, [buttons])
}
