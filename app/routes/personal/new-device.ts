type Session = { current: boolean; created_at: string }

const newMs = 7 * 24 * 60 * 60 * 1000

/**
 * Whether a session is of a new device: opened within a week, and after the current one. Whoever has the phone's messages
 * can open one, so the other devices say so.
 */
export function isNewDevice(session: Session, current: Session | undefined, now = Date.now()): boolean {
  const opened = Date.parse(session.created_at)
  if (session.current || now - opened > newMs) return false
  return current === undefined || opened > Date.parse(current.created_at)
}
