import { useEffect, useMemo, useState, type RefObject } from 'react'
import { isCodeText } from '#server/contract/check-ins/ticket-text.ts'
import { submitScan, useScanner } from '#app/check-ins/scanner/use-scanner.ts'

/** Id of the field of the code. */
const ticketField = 'ticket'

/** Where a scan waits that came while the one before was sent, until the next page takes it. */
const waitingScan = 'desk-scan'

/**
 * Submits the form of a desk for each scan, wherever the focus is. Returns whether the last scan was unreadable; nothing is
 * read on a visitor's own phone.
 */
export function useDeskScanner(form: RefObject<HTMLFormElement>, isDesk: boolean): boolean {
  const [isUnreadable, setUnreadable] = useState(false)
  const handlers = useMemo(() => {
    if (!isDesk) return undefined
    let isSent = false
    return {
      mainField: ticketField,
      isKnown: (text: string, field: string | undefined) =>
        (field === undefined || field === ticketField) && isCodeText(text),
      // A kiosk takes the place of the form.
      isActive: () => form.current?.isConnected === true,
      onScan: (text: string) => {
        setUnreadable(false)
        if (isSent) return sessionStorage.setItem(waitingScan, text)
        isSent = true
        return submitScan(ticketField, text)
      },
      onUnreadable: () => setUnreadable(true),
    }
  }, [form, isDesk])
  useScanner(handlers)
  useEffect(() => {
    const text = handlers === undefined ? null : sessionStorage.getItem(waitingScan)
    if (text === null) return
    sessionStorage.removeItem(waitingScan)
    handlers?.onScan(text)
  }, [handlers])
  return isUnreadable
}
