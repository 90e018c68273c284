import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
// Before the views, whose own styles go before these.
import styles from './kiosk.module.css'
import { checkInGuest, checkInTicket, checkInWalkIn } from '../controller/check-in.ts'
import type { KioskController } from '../controller/kiosk-controller.ts'
import type { Outcome } from '../controller/outcome.ts'
import { unconfirmedOutcome } from '../controller/outcome.ts'
import { playTone } from '../device/sound.ts'
import { CheckInScreen } from './check-in-screen.tsx'
import { StaffGate } from './staff-gate.tsx'
import { StatusBar } from './status-bar.tsx'
import { Problems } from './problems.tsx'
import { useScanner } from './use-scanner.ts'
import { OutcomeView } from './outcome-view.tsx'
import { WalkInForm } from './walk-in-form.tsx'

type View =
  | { name: 'check-in' }
  | { name: 'walk-in' }
  | { name: 'staff' }
  | { name: 'working' }
  | { name: 'outcome'; outcome: Outcome }

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
    setView({ name: 'working' })
    const outcome = await work().catch(() => unconfirmedOutcome('本机出错了，不能确认是否已签到。'))
    working.current = false
    playTone(outcome.tone)
    setView({ name: 'outcome', outcome })
  }, [])

  const scan = useCallback((text: string) => void run(() => checkInTicket(kiosk, text)), [run, kiosk])
  // A key typed while an outcome is shown belongs to the next guest.
  const showCheckIn = useCallback(() => {
    if (!working.current) setView((now) => (now.name === 'outcome' ? { name: 'check-in' } : now))
  }, [])
  useScanner(scan, showCheckIn)

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
        {view.name === 'working' ? <p className={styles.working}>正在签到…</p> : null}
        {view.name === 'outcome' ? <OutcomeView outcome={view.outcome} onNext={next} /> : null}
        {view.name === 'staff' ? <StaffGate kiosk={kiosk} state={state} onClose={next} /> : null}
      </main>
    </div>
  )
}
