import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
// Before the views, whose own styles go before these.
import styles from './kiosk.module.css'
import { checkInGuest, checkInTicket, checkInWalkIn } from '../controller/check-in.ts'
import type { KioskController } from '../controller/kiosk-controller.ts'
import type { Outcome } from '../controller/outcome.ts'
import { unconfirmedOutcome, unreadableOutcome } from '../controller/outcome.ts'
import { playTone } from '../device/sound.ts'
import { hasCode } from '#server/contract/check-ins/ticket-text.ts'
import { scannerField, useScanner } from '#app/check-ins/scanner/use-scanner.ts'
import { CheckInScreen, scanFieldId } from './check-in-screen.tsx'
import { StaffGate } from './staff-gate.tsx'
import { StatusBar } from './status-bar.tsx'
import { Problems } from './problems.tsx'
import { OutcomeView } from './outcome-view.tsx'
import { WalkInForm } from './walk-in-form.tsx'

type View =
  | { name: 'check-in' }
  | { name: 'walk-in' }
  | { name: 'staff' }
  | { name: 'working'; before?: Outcome | undefined }
  | { name: 'outcome'; outcome: Outcome; before?: Outcome | undefined }

type Props = {
  kiosk: KioskController
  /** The server-rendered page, removed once the kiosk is rendered. */
  plain: HTMLElement | null
  /** The site's name in the text of the consent. */
  siteName: string
}

/** The kiosk's root component: one view at a time under the status bar. */
export function App({ kiosk, plain, siteName }: Props) {
  const state = useSyncExternalStore(kiosk.subscribe, kiosk.get)
  const [view, setView] = useState<View>({ name: 'check-in' })
  /** Key of the current guest: a new one remounts the fields empty. */
  const [guest, setGuest] = useState(0)
  const [typing, setTyping] = useState(false)
  const working = useRef(false)
  /** The ticket in work, and scans that came meanwhile. */
  const ticket = useRef<string>()
  const scans = useRef<{ text: string; work: () => Promise<Outcome> }[]>([])

  useLayoutEffect(() => plain?.remove(), [plain])
  useEffect(() => {
    kiosk.set({ busy: typing || view.name !== 'check-in' })
  }, [kiosk, typing, view.name])

  const next = useCallback(() => {
    setGuest((number) => number + 1)
    setTyping(false)
    setView({ name: 'check-in' })
  }, [])

  const run = useCallback(async (work: () => Promise<Outcome>) => {
    if (working.current) return
    working.current = true
    let before: Outcome | undefined
    for (let now: typeof work | undefined = work; now !== undefined; now = scans.current.shift()?.work) {
      setView({ name: 'working', before })
      const outcome = await now().catch(() => unconfirmedOutcome('本机出错了，不能确认是否已签到。'))
      playTone(outcome.tone)
      setView({ name: 'outcome', outcome, before })
      before = outcome
    }
    working.current = false
    ticket.current = undefined
  }, [])

  const scan = useCallback(
    (text: string) => {
      const work = () => {
        ticket.current = text
        return checkInTicket(kiosk, text)
      }
      if (!working.current) {
        void run(work)
        return
      }
      // One that a scanner sent twice is in work already.
      const isKnown = ticket.current === text || scans.current.some((waiting) => waiting.text === text)
      if (!isKnown) scans.current.push({ text, work })
    },
    [run, kiosk],
  )
  const handlers = useMemo(
    () => ({
      mainField: scanFieldId,
      isKnown: (text: string) => kiosk.get().list?.people.some((one) => hasCode(one, text)) === true,
      onScan: scan,
      onUnreadable: () => {
        if (working.current) scans.current.push({ text: '', work: async () => unreadableOutcome })
        else void run(async () => unreadableOutcome)
      },
      // A key typed while an outcome is shown belongs to the next guest.
      onStrayKey: () => {
        if (!working.current) setView((now) => (now.name === 'outcome' ? { name: 'check-in' } : now))
      },
    }),
    [kiosk, run, scan],
  )
  useScanner(handlers)
  const isResult = view.name === 'working' || view.name === 'outcome'

  return (
    <div className={styles.kiosk}>
      <StatusBar
        state={state}
        open={view.name === 'staff'}
        onStaff={() => setView({ name: 'staff' })}
        onClose={next}
      />
      <main className={styles.main}>
        {view.name === 'outcome' || view.name === 'staff' ? null : <Problems state={state} />}
        {view.name === 'check-in' ? (
          <CheckInScreen
            key={guest}
            state={state}
            onTyping={setTyping}
            onReset={next}
            onGuest={(chosen) => void run(() => checkInGuest(kiosk, chosen))}
            onTicket={scan}
            onWalkIn={() => setView({ name: 'walk-in' })}
          />
        ) : null}
        {view.name === 'walk-in' ? (
          <WalkInForm
            kind={state.kind}
            guests={state.list?.people ?? []}
            siteName={siteName}
            onReset={next}
            onGuest={(chosen) => void run(() => checkInGuest(kiosk, chosen))}
            onSend={(typed) => void run(() => checkInWalkIn(kiosk, typed))}
          />
        ) : null}
        {isResult ? <ScannerField onNext={view.name === 'outcome' ? next : undefined} /> : null}
        {view.name === 'working' ? <p className={styles.working}>正在签到…</p> : null}
        {view.name === 'outcome' ? (
          <OutcomeView outcome={view.outcome} before={view.before} onNext={next} />
        ) : null}
        {view.name === 'staff' ? <StaffGate kiosk={kiosk} state={state} onClose={next} /> : null}
      </main>
    </div>
  )
}

/** The field that scanners without key events need while no other field is shown; it has the focus. */
function ScannerField({ onNext }: { onNext: (() => void) | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <input
      className={`vh ${styles.scanner}`}
      ref={field}
      {...scannerField}
      aria-label="扫下一位的入场码；按回车是下一位"
      inputMode="none"
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || onNext === undefined) return
        // The key's press would submit the form that has the focus by then.
        event.preventDefault()
        onNext()
      }}
    />
  )
}
