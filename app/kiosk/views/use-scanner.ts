import { useEffect } from 'react'
import { normalTicket, readTicket } from '#server/contract/ticket-text.ts'

/** Signs that come later than this after the last one begin anew, in ms: a person, or another scan. */
const pauseThatEnds = 1500

/** The main field of the screen, where stray keys go. */
export const scanFieldId = 'find'

type Origin = { field: HTMLInputElement; value: string }

/**
 * Listens to a scanner that types: a ticket and Enter, wherever the focus is. Fields get back what stood in them before
 * the burst; keys that are typed nowhere go to the main field, after `onStray` brought it to the screen.
 */
export function useScanner(onTicket: (text: string) => void, onStray: () => void): void {
  useEffect(() => {
    let typed = ''
    let last = 0
    let origin: Origin | undefined
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Enter') {
        if (readTicket(normalTicket(typed)) !== undefined) {
          event.preventDefault()
          event.stopPropagation()
          if (origin !== undefined) restore(origin)
          onTicket(typed)
        }
        typed = ''
        return
      }
      // Space presses a button.
      if (event.key.length !== 1 || (event.key === ' ' && !isField(event.target))) return
      if (event.timeStamp - last > pauseThatEnds) typed = ''
      last = event.timeStamp
      if (typed === '') origin = originOf(event.target)
      typed += event.key
      if (isField(event.target)) return
      onStray()
      event.preventDefault()
      const sign = typed
      setTimeout(() => putStray(sign))
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [onTicket, onStray])
}

function isField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)
}

function originOf(target: EventTarget | null): Origin | undefined {
  return isField(target) ? { field: target, value: target.value } : undefined
}

/** Focuses the main field and lets the stray signs stand in it. */
function putStray(typed: string): void {
  const field = document.getElementById(scanFieldId)
  if (!isField(field)) return
  field.focus()
  restore({ field, value: typed })
}

/** Sets a field's value so that React hears of it. */
function restore({ field, value }: Origin): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
