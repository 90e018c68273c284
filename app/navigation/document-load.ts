/** Full page loads where client-side navigation cannot go on, with a limit against reload loops. */

const storageKey = 'reloaded-at'
/** The least time between two automatic loads, in ms (specification section 9). */
const reloadGuardMs = 10_000

/** Whether an automatic load is allowed now. */
export function isReloadAllowed(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(storageKey) ?? 0) >= reloadGuardMs
  } catch {
    return false
  }
}

/** Loads a page as a document; reloads when it is the current one. */
export function loadDocument(href: string): void {
  if (new URL(href, window.location.href).href === window.location.href) window.location.reload()
  else window.location.assign(href)
}

/** Loads a document automatically, at most once within the limit. */
export function loadDocumentOnce(href: string): void {
  if (!isReloadAllowed()) return
  try {
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without storage the limit could not be kept.
    return
  }
  loadDocument(href)
}

/** Whether a form has unsaved input, which a load would discard. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form[method="post"] input:not([type="hidden"]), form[method="post"] textarea',
  )
  return [...fields].some(
    (field) =>
      field.value !== field.defaultValue ||
      (field instanceof HTMLInputElement && field.checked !== field.defaultChecked),
  )
}

const probeMs = 5000

/** Whether the server answers at an address now. */
export async function isReachable(href: string): Promise<boolean> {
  if (!navigator.onLine) return false
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), probeMs)
  try {
    await fetch(href, { method: 'HEAD', cache: 'no-store', signal: abort.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
