/** All that React 18 calls discrete and needs a hydrated tree for; the browser sends some of them for others (textInput). */
const discrete = [
  'auxclick',
  'change',
  'click',
  'compositionend',
  'compositionstart',
  'contextmenu',
  'copy',
  'cut',
  'dblclick',
  'dragend',
  'dragstart',
  'drop',
  'input',
  'keydown',
  'keypress',
  'keyup',
  'mousedown',
  'mouseup',
  'paste',
  'pointercancel',
  'pointerdown',
  'pointerup',
  'reset',
  'submit',
  'textInput',
  'touchcancel',
  'touchend',
  'touchstart',
]

/**
 * Keeps a visitor's events from React until the returned function is called; what the browser itself does with them
 * still happens. An event during hydration makes React 18 render at once; while Remix still reads its data stream that
 * fails ("Root did not complete"), and the page would stay without scripts.
 */
export function deferEvents(): () => void {
  const hold = (event: Event) => event.stopPropagation()
  for (const type of discrete) window.addEventListener(type, hold, true)
  return () => {
    for (const type of discrete) window.removeEventListener(type, hold, true)
  }
}
