import { tapTolerance } from '#app/navigation/anchors.tsx'

/** Tells of a click on a dialog whether it was a tap beside it: one that neither slid nor began inside. */
export function watchTapsOutside(dialog: HTMLDialogElement): (click: MouseEvent) => boolean {
  let start: PointerEvent | undefined
  let end: PointerEvent | undefined
  dialog.addEventListener('pointerdown', (event) => (start = event))
  dialog.addEventListener('pointerup', (event) => (end = event))
  return ({ target }) => {
    if (target !== dialog || start === undefined || end === undefined) return false
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    const { clientX, clientY } = start
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    return !isInside && Math.hypot(end.clientX - clientX, end.clientY - clientY) <= tapTolerance
  }
}
