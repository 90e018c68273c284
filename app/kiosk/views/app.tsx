import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
// Before the views, whose own styles go before these.
import styles from './kiosk.module.css'
import { checkInGuest, checkInTicket, checkInWalkIn } from '../desk/check-in.ts'
import type { Kiosk } from '../desk/kiosk.ts'
import type { Verdict } from '../desk/verdict.ts'
import { unknownVerdict } from '../desk/verdict.ts'
import { play } from '../device/sound.ts'
import { Desk } from './desk.tsx'
import { StaffGate } from './staff-gate.tsx'
import { StatusBar } from './status-bar.tsx'
import { Troubles } from './troubles.tsx'
import { useScanner } from './use-scanner.ts'
import { VerdictView } from './verdict-view.tsx'
import { WalkInForm } from './walk-in-form.tsx'

type View =
  | { name: 'desk' }
  | { name: 'walk-in' }
  | { name: 'staff' }
  | { name: 'working' }
  | { name: 'verdict'; verdict: Verdict }

type Props = {
  kiosk: Kiosk
  /** The plain page, which goes once the kiosk stands. */
  plain: HTMLElement | null
  /** Who the guest's consent names. */
  siteName: string
}

/** The whole screen of a kiosk: one view at a time, the state line always above it. */
export function App({ kiosk, plain, siteName }: Props) {
  const state = useSyncExternalStore(kiosk.subscribe, kiosk.get)
  const [view, setView] = useState<View>({ name: 'desk' })
  /** Names the guest: whatever belongs to the former one is thrown away with its fields. */
  const [guest, setGuest] = useState(0)
  const [typing, setTyping] = useState(false)
  const working = useRef(false)

  useLayoutEffect(() => plain?.remove(), [plain])
  useEffect(() => {
    kiosk.set({ busy: typing || view.name !== 'desk' })
  }, [kiosk, typing, view.name])

  const next = useCallback(() => {
    setGuest((number) => number + 1)
    setTyping(false)
    setView({ name: 'desk' })
  }, [])

  const judge = useCallback(async (work: () => Promise<Verdict>) => {
    if (working.current) return
    working.current = true
    setView({ name: 'working' })
    const verdict = await work().catch(() => unknownVerdict('本机出错了，不能确认是否已签到。'))
    working.current = false
    play(verdict.tone)
    setView({ name: 'verdict', verdict })
  }, [])

  const scan = useCallback((text: string) => void judge(() => checkInTicket(kiosk, text)), [judge, kiosk])
  // A first sign that is typed while a result stands belongs to the next guest.
  const wake = useCallback(() => {
    if (!working.current) setView((now) => (now.name === 'verdict' ? { name: 'desk' } : now))
  }, [])
  useScanner(scan, wake)

  return (
    <div className={styles.kiosk}>
      <StatusBar
        state={state}
        open={view.name === 'staff'}
        onStaff={() => setView({ name: 'staff' })}
        onClose={next}
      />
      <main className={styles.main}>
        {view.name === 'verdict' || view.name === 'staff' ? null : <Troubles state={state} />}
        {view.name === 'desk' ? (
          <Desk
            key={guest}
            state={state}
            onTyping={setTyping}
            onReset={next}
            onGuest={(chosen) => void judge(() => checkInGuest(kiosk, chosen))}
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
            onGuest={(chosen) => void judge(() => checkInGuest(kiosk, chosen))}
            onSend={(typed) => void judge(() => checkInWalkIn(kiosk, typed))}
          />
        ) : null}
        {view.name === 'working' ? <p className={styles.working}>正在签到…</p> : null}
        {view.name === 'verdict' ? <VerdictView verdict={view.verdict} onNext={next} /> : null}
        {view.name === 'staff' ? <StaffGate kiosk={kiosk} state={state} onClose={next} /> : null}
      </main>
    </div>
  )
}
