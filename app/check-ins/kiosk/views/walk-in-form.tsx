import { type FormEvent, type InputHTMLAttributes, useEffect, useRef, useState } from 'react'
import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { consentText } from '#server/contract/leads/consents.ts'
import { personNameFault } from '#server/contract/person-name.ts'
import { contactPhone, phoneFault } from '#server/contract/phone-number.ts'
import type { WalkIn } from '../controller/check-in.ts'
import { findGuests, labelOf } from '../controller/find-guests.ts'
import type { Guest } from '../contract-types.ts'
import { IdleNotice } from './idle-notice.tsx'
import styles from './walk-in-form.module.css'

type Props = {
  kind: CheckInKind
  /** The guest list, as far as the device has it. */
  guests: readonly Guest[]
  siteName: string
  onSend: (typed: WalkIn) => void
  /** Called when the guest is on the list after all. */
  onGuest: (guest: Guest) => void
  onReset: () => void
}

type Faults = Partial<Record<'name' | 'phone' | 'consent', string>>

/** What the server would refuse of a walk-in, by field, so that nothing is queued that it refuses later. */
export function faultsOfWalkIn({
  name,
  phone,
  agreed,
}: {
  name: string
  phone: string
  agreed: boolean
}): Faults {
  const nameFault = personNameFault(name)
  return {
    ...(nameFault === undefined ? {} : { name: nameFault }),
    ...(contactPhone(phone) === undefined ? { phone: phoneFault(phone) } : {}),
    ...(agreed ? {} : { consent: '需要来宾本人同意后才能登记' }),
  }
}

/** Form of a guest who is not on the list: name, phone and consent. */
export function WalkInForm({ kind, guests, siteName, onSend, onGuest, onReset }: Props) {
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [organisation, setOrganisation] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [similar, setSimilar] = useState<readonly Guest[]>([])
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOfWalkIn({ name, phone, agreed })
    setFaults(found)
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) return document.getElementById(`guest-${wrong}`)?.focus()
    const listed = findGuests(guests, kind, phone.replace(/\D/g, '').slice(-4)).filter(
      ({ revoked }) => !revoked,
    )
    setSimilar(listed)
    return listed.length === 0 ? register() : undefined
  }
  const register = () => {
    const by = organisation.trim()
    onSend({ name: name.trim(), phone: phone.trim(), ...(by === '' ? {} : { organisation: by }) })
  }
  if (similar.length > 0) {
    return (
      <div className={styles.form} role="alert">
        <h1>名单里有相同尾号的来宾</h1>
        <p>是其中一位就点姓名签到；都不是再现场登记。</p>
        {similar.map((guest) => (
          <p className={styles.row} key={guest.id}>
            <button type="button" onClick={() => onGuest(guest)}>
              {labelOf(guest)}
            </button>
          </p>
        ))}
        <IdleNotice active onEnd={onReset} />
        <p className={styles.row}>
          <button type="button" className={styles.quiet} onClick={register}>
            都不是，现场登记
          </button>
        </p>
      </div>
    )
  }

  return (
    <form className={styles.form} onSubmit={send} autoComplete="off" noValidate>
      <h1>现场登记</h1>
      {kind === 'exhibitor' ? (
        <Field
          label="学校或单位（选填）"
          name="organisation"
          value={organisation}
          onValue={setOrganisation}
        />
      ) : null}
      <Field label="姓名" name="name" field={first} value={name} onValue={setName} fault={faults.name} />
      <Field
        label="手机"
        name="phone"
        type="tel"
        inputMode="tel"
        value={phone}
        onValue={setPhone}
        fault={faults.phone}
      />
      {faults.consent === undefined ? null : (
        <p className={styles.fault} id="guest-consent-fault">
          {faults.consent}
        </p>
      )}
      <label className={styles.tick} htmlFor="guest-consent">
        <input
          type="checkbox"
          id="guest-consent"
          checked={agreed}
          aria-describedby={faults.consent === undefined ? undefined : 'guest-consent-fault'}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <span>{consentText('checkin', siteName)}</span>
      </label>
      <IdleNotice active onEnd={onReset} />
      <p className={styles.row}>
        <button type="submit">登记并签到</button>
        <button type="button" className={styles.quiet} onClick={onReset}>
          取消
        </button>
      </p>
    </form>
  )
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value'> & {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  fault?: string | undefined
  field?: React.RefObject<HTMLInputElement>
}

function Field({ label, name, value, onValue, fault, field, ...input }: FieldProps) {
  const id = `guest-${name}`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {fault === undefined ? null : (
        <p className={styles.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <input
        id={id}
        ref={field}
        value={value}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => onValue(event.target.value)}
        {...input}
      />
    </div>
  )
}
