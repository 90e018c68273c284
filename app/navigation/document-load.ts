/** Loads documents where the router cannot go on; it knows no such loads, and so no bound for them. */

const storageKey = 'reloaded-at'
/** No two loads by the site within this time, in ms (specification section 9). */
const reloadGuardMs = 10_000

/** Whether the site may load a document by itself now. */
export function isReloadAllowed(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(storageKey) ?? 0) >= reloadGuardMs
  } catch {
    return false
  }
}

/** Loads a page as a document, the shown one too. */
export function loadDocument(href: string): void {
  if (new URL(href, window.location.href).href === window.location.href) window.location.reload()
  else window.location.assign(href)
}

/** The same, unless the site did so by itself a moment ago. */
export function loadDocumentOnce(href: string): void {
  if (!isReloadAllowed()) return
  try {
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // What cannot be noted could happen for ever.
    return
  }
  loadDocument(href)
}

/** Whether a load would throw away what somebody has typed. */
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

/** Whether a document can be had at an address now. */
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
