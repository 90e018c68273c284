import { useRef } from 'react'
import { TextField } from '#app/forms/text-field.tsx'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import styles from './check-in.module.css'
import { useDeskScanner } from './use-desk-scanner.ts'
import type { CheckInView } from './load-check-in.server.ts'
import type { RefusedCheckIn } from './send-check-in.server.ts'

type Props = {
  view: CheckInView
  chosen: NonNullable<CheckInView['chosen']>
  refused: RefusedCheckIn | undefined
}

/** Check-in form of one guest: a ticket code, or name and phone. A scanner's Enter submits it. */
export function CheckInForm({ view: { kind, nonce, desk }, chosen, refused }: Props) {
  const { values = {}, problem } = refused ?? {}
  const errors = problem?.fields ?? {}
  const form = useRef<HTMLFormElement>(null)
  const isUnreadable = useDeskScanner(form, desk !== undefined)
  // Either the code or the other fields are filled in: none is required, and none is marked as optional.
  const never = {
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    required: true,
    'aria-required': false,
  } as const
  return (
    <form ref={form} method="post" noValidate autoComplete="off" className={styles.form}>
      {isUnreadable ? <UnreadableScan /> : problem === undefined ? null : <Refusal refused={refused} />}
      <input type="hidden" name="nonce" value={nonce} />
      <input type="hidden" name="event_id" value={chosen.id} />
      <TextField
        {...never}
        label="入场码"
        name="ticket"
        hint={`${desk !== undefined ? '用扫码枪扫二维码，或输入' : '输入二维码下面的'} 入场码；填了就不用填下面几项`}
        autoCapitalize="characters"
        defaultValue={values['ticket']}
        error={errors['ticket']}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a scanner types where the focus is, also without scripts
        autoFocus={desk !== undefined}
      />
      <h2>没有入场码</h2>
      {kind === 'exhibitor' ? (
        <TextField
          {...never}
          label="学校或单位"
          name="organisation"
          defaultValue={values['organisation']}
          error={errors['organisation']}
        />
      ) : null}
      <TextField {...never} label="姓名" name="name" defaultValue={values['name']} error={errors['name']} />
      <TextField
        {...never}
        label="手机"
        name="phone"
        type="tel"
        inputMode="tel"
        hint="报过名的填手机后四位，没报过的填完整手机号"
        defaultValue={values['phone']}
        error={errors['phone']}
      />
      <CheckboxField
        name="consent_checkin"
        defaultChecked={values['consent_checkin'] === '1'}
        error={errors['consent_checkin']}
      >
        {chosen.consent}
      </CheckboxField>
      <button className="button" type="submit">
        签到
      </button>
    </form>
  )
}

/** The form of the next guest on a desk's result page. */
export function NextGuestForm({
  action,
  eventId,
  nonce,
}: {
  action: string
  eventId: number
  nonce: string
}) {
  const form = useRef<HTMLFormElement>(null)
  const isUnreadable = useDeskScanner(form, true)
  return (
    <form ref={form} method="post" action={action} noValidate autoComplete="off" className={styles.form}>
      {isUnreadable ? <UnreadableScan /> : null}
      <input type="hidden" name="nonce" value={nonce} />
      <input type="hidden" name="event_id" value={eventId} />
      <TextField
        label="下一位的入场码"
        name="ticket"
        hint="用扫码枪扫二维码，或输入入场码"
        required
        aria-required={false}
        autoCorrect="off"
        autoCapitalize="characters"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a scanner types where the focus is, also without scripts
        autoFocus
      />
      <button className="button" type="submit">
        签到
      </button>
    </form>
  )
}

/** Says that a scan was read by nobody. */
function UnreadableScan() {
  return (
    <div className={`${styles.result} ${styles.bad}`} role="alert">
      <p className={styles.word}>没有读到入场码，还没签上</p>
      <p>扫码枪送来的内容不完整，或者被中文输入法改动了。请把输入法切换到英文再扫一次，或改填姓名和手机。</p>
    </div>
  )
}

/** Why a check-in was refused, by colour, text and icon, and what to do. */
function Refusal({ refused }: { refused: RefusedCheckIn | undefined }) {
  if (refused === undefined) return null
  const fields = Object.entries(refused.problem.fields)
  return (
    <div className={`${styles.result} ${styles.bad}`} role="alert">
      <svg viewBox="0 0 24 24" width="64" height="64" aria-hidden="true" focusable="false">
        <path
          d="M6 6l12 12M18 6L6 18"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      <p className={styles.word}>还没签上</p>
      {fields.length === 0 ? (
        <p>{refused.problem.message}</p>
      ) : (
        <ul>
          {fields.map(([name, text]) => (
            <li key={name}>
              <a href={`#${name}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
      <p>{refused.advice}</p>
    </div>
  )
}
