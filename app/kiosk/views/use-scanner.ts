import { useEffect } from 'react'
import { normaliseTicket, readTicket } from '#server/contract/check-ins/ticket-text.ts'

/** Pause between keys that ends a scan, in ms. */
const scanPauseMs = 1500

/** Id of the screen's main field, which gets keys typed outside any field. */
export const scanFieldId = 'find'

type Origin = { field: HTMLInputElement; value: string }

/**
 * Reads a keyboard-wedge scanner: it types a ticket and Enter, wherever the focus is. A focused field gets back its value
 * from before the scan; keys outside any field go to the main field, after `onStrayKey` has rendered it.
 */
export function useScanner(onTicket: (text: string) => void, onStrayKey: () => void): void {
  useEffect(() => {
    let typed = ''
    let last = 0
    let origin: Origin | undefined
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Enter') {
        if (readTicket(normaliseTicket(typed)) !== undefined) {
          event.preventDefault()
          event.stopPropagation()
          if (origin !== undefined) restore(origin)
          onTicket(typed)
        }
        typed = ''
        return
      }
      // Space activates a button.
      if (event.key.length !== 1 || (event.key === ' ' && !isField(event.target))) return
      if (event.timeStamp - last > scanPauseMs) typed = ''
      last = event.timeStamp
      if (typed === '') origin = originOf(event.target)
      typed += event.key
      if (isField(event.target)) return
      onStrayKey()
      event.preventDefault()
      const text = typed
      setTimeout(() => typeIntoMainField(text))
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [onTicket, onStrayKey])
}

function isField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)
}

function originOf(target: EventTarget | null): Origin | undefined {
  return isField(target) ? { field: target, value: target.value } : undefined
}

/** Focuses the main field and sets the keys typed outside it. */
function typeIntoMainField(typed: string): void {
  const field = document.getElementById(scanFieldId)
  if (!isField(field)) return
  field.focus()
  restore({ field, value: typed })
}

/** Sets a field's value so that React receives an input event. */
function restore({ field, value }: Origin): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
