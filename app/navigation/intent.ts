import { isJump, opensHere, plainLinkOf } from './client-address.ts'
import { preparePage } from './prepare-page.ts'

/** How long a pointer, a finger or the focus rests on a link before its page is asked for, in ms. */
const restMs = 50
/** How far a finger may move and still tap, in px (specification section 9). */
export const tapTolerance = 5

declare global {
  interface Navigator {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
}

/** Whether this connection is one to spare: data saving is asked for, or it is of the second generation. */
export function isSparing(): boolean {
  const { saveData, effectiveType } = navigator.connection ?? {}
  return saveData === true || /2g/.test(effectiveType ?? '')
}

/** Asks for the page behind a link when a visitor seems to want it. */
export function watchIntent(): void {
  let timer = 0
  let startX = 0
  let startY = 0
  const forget = () => clearTimeout(timer)
  const rest = ({ target }: Event) => {
    forget()
    const link = plainLinkOf(target)
    if (link === undefined || isSparing()) return
    timer = window.setTimeout(() => {
      const url = new URL(link.href)
      if (opensHere(url) && !isJump(url)) preparePage(url, { ahead: true }).catch(() => undefined)
    }, restMs)
  }
  const listen = { passive: true }
  document.addEventListener('mouseover', rest, listen)
  document.addEventListener('mouseout', forget, listen)
  document.addEventListener('focusin', rest, listen)
  // A press focuses the link too; once it opens the page, asking ahead would ask a second time.
  document.addEventListener('click', forget, listen)
  document.addEventListener(
    'touchstart',
    (event) => {
      const finger = event.touches[0]
      startX = finger?.clientX ?? 0
      startY = finger?.clientY ?? 0
      rest(event)
    },
    listen,
  )
  const slide = ({ changedTouches: [finger] }: TouchEvent) => {
    if (finger && Math.hypot(finger.clientX - startX, finger.clientY - startY) > tapTolerance) forget()
  }
  document.addEventListener('touchmove', slide, listen)
  // Engines keep small moves to themselves until the finger is lifted.
  document.addEventListener('touchend', slide, listen)
}
