import { type FormEvent, useEffect, useRef, useState } from 'react'
import { hasCode, isCodeText, readTicket, ticketIn } from '#server/contract/check-ins/ticket-text.ts'
import { timeOfDay } from '../device/clock.ts'
import { findGuests, labelOf } from '../controller/find-guests.ts'
import type { KioskState } from '../controller/state.ts'
import type { Guest } from '../contract-types.ts'
import { Camera, canScan } from './camera.tsx'
import styles from './check-in-screen.module.css'
import { IdleNotice } from './idle-notice.tsx'

/** Id of the main field, which gets keys typed outside any field. */
export const scanFieldId = 'find'

type Props = {
  state: KioskState
  onTyping: (typing: boolean) => void
  onReset: () => void
  onGuest: (guest: Guest) => void
  onTicket: (text: string) => void
  onWalkIn: () => void
}

/** The check-in screen: one field for name, phone tail or ticket, and the matching guests. */
export function CheckInScreen({ state, onTyping, onReset, onGuest, onTicket, onWalkIn }: Props) {
  const { kind, device, list, arrivals } = state
  const [typed, setTyped] = useState('')
  const [hint, setHint] = useState<string>()
  const [camera, setCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const found = findGuests(list?.people ?? [], kind, typed)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => onTyping(typed !== ''), [onTyping, typed])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = ticketIn(typed)
    if (list?.people.some((guest) => hasCode(guest, text)) === true) return onTicket(typed)
    const [only, ...others] = found
    if (only !== undefined && others.length === 0) return onGuest(only)
    if (only !== undefined) return setHint(`有 ${found.length} 位相符，请点选其中一位。`)
    // Neither a name, which has no digits, nor a phone, which has no letters.
    const isCode = isCodeText(text) && /\d/.test(text) && /[A-Z]/.test(text)
    if (isCode || readTicket(text) !== undefined) return onTicket(typed)
    return setHint(typed === '' ? '请先输入姓名、手机后四位或入场码。' : notFound(list === undefined))
  }

  return (
    <>
      <h1 className={styles.title}>{kind === 'parent' ? '家长活动签到' : '参展方签到'}</h1>
      <p className={styles.event}>
        {device.event.title}
        {device.event.place === undefined ? '' : ` · ${device.event.place}`}
      </p>
      <form className={styles.find} onSubmit={submit} autoComplete="off" noValidate>
        <label htmlFor={scanFieldId}>姓名、手机后四位或入场码</label>
        <small id="find-hint">也可以直接用扫码枪扫入场码</small>
        <div className={styles.row}>
          <input
            id={scanFieldId}
            ref={field}
            value={typed}
            aria-describedby="find-hint"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => {
              setTyped(event.target.value)
              setHint(undefined)
            }}
          />
          <button type="submit">签到</button>
        </div>
        <output className={styles.hint}>{hint}</output>
      </form>
      {found.length === 0 ? null : (
        <ul className={styles.found} aria-label="相符的来宾">
          {found.map((guest) => (
            <li key={guest.id}>
              <button type="button" onClick={() => onGuest(guest)}>
                <b>{labelOf(guest)}</b>
                <span>{factsOf(guest, arrivals.get(guest.id) ?? guest.checked_in_at)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <IdleNotice active={typed !== ''} onEnd={onReset} />
      <p className={styles.actions}>
        <button type="button" onClick={onWalkIn}>
          没有登记过？现场登记
        </button>
        {canScan() ? (
          <button type="button" aria-expanded={camera} onClick={() => setCamera(!camera)}>
            {camera ? '关闭摄像头' : '用摄像头扫码'}
          </button>
        ) : null}
      </p>
      {camera ? <Camera onCode={onTicket} /> : null}
    </>
  )
}

function notFound(withoutList: boolean): string {
  return withoutList
    ? '本机还没有名单，查不到姓名。请扫入场码，或现场登记。'
    : '没有找到。请至少输入名字的两个字、拼音首字母或手机后四位；没有登记过请现场登记。'
}

function factsOf(guest: Guest, since: number | string | undefined): string {
  const facts = [
    guest.party_size > 1 ? `${guest.party_size} 人同行` : '',
    guest.booth === undefined ? '' : `展位 ${guest.booth}`,
    guest.revoked ? '入场码已作废' : '',
    since === undefined ? '' : `已签到 ${timeOfDay(since)}`,
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}
