import { TextField } from '#app/forms/text-field.tsx'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import styles from './check-in.module.css'
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
  // Either the code or the other fields are filled in: none is required, and none is marked as optional.
  const never = {
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    required: true,
    'aria-required': false,
  } as const
  return (
    <form method="post" noValidate autoComplete="off" className={styles.form}>
      {problem === undefined ? null : <Refusal refused={refused} />}
      <input type="hidden" name="nonce" value={nonce} />
      <input type="hidden" name="event_id" value={chosen.id} />
      <TextField
        {...never}
        label="入场码"
        name="ticket"
        hint={`${desk !== undefined ? '用扫码枪扫二维码，或输入' : '输入二维码下面的'} 8\u00a0位入场码；填了就不用填下面几项`}
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
          maxLength={60}
          defaultValue={values['organisation']}
          error={errors['organisation']}
        />
      ) : null}
      <TextField
        {...never}
        label="姓名"
        name="name"
        maxLength={20}
        defaultValue={values['name']}
        error={errors['name']}
      />
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
