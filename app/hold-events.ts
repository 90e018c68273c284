const discrete = [
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'compositionstart',
  'compositionend',
  'focusin',
  'focusout',
  'submit',
]

/**
 * Keeps a visitor's events from React until the returned function is called; what the browser itself does with them
 * still happens. An event during hydration makes React 18 render at once; while Remix still reads its data stream that
 * fails ("Root did not complete"), and the page would stay without scripts.
 */
export function holdEvents(): () => void {
  const hold = (event: Event) => event.stopPropagation()
  for (const type of discrete) window.addEventListener(type, hold, true)
  return () => {
    for (const type of discrete) window.removeEventListener(type, hold, true)
  }
}
