/** A form whose answer has not come by then may be sent again, in ms: the specification's request limit. */
const giveUpMs = 10_000

/**
 * Marks a posted form as busy until its answer replaces the page, and sends it once however often it is pressed. What
 * is stored stays right without this: forms carry keys.
 */
export function holdBusyForms(): void {
  addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (event.defaultPrevented) return
    if (form.getAttribute('aria-busy') === 'true') return event.preventDefault()
    setBusy(form, true)
    setTimeout(() => setBusy(form, false), giveUpMs)
  })
  // A page that comes back by Back may be the one that was left.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[aria-busy]')) setBusy(form, false)
  })
}

function setBusy(form: Element, busy: boolean): void {
  if (busy) form.setAttribute('aria-busy', 'true')
  else form.removeAttribute('aria-busy')
}
