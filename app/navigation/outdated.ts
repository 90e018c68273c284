const storageKey = 'reloaded-at'
/** No two reloads by the site within this time, in ms (specification section 9). */
const reloadGuardMs = 10_000

let newer = false

/** A newer build is there: the next page comes by a full load. */
export function becomeOutdated(): void {
  newer = true
}

/** Whether the next page shall come by a full load: not twice in 10 s, and never when a form is half filled. */
export function isOutdated(): boolean {
  return newer && !hasHalfFilledForm() && mayReload()
}

/** Whether the site may load a document by itself now; notes that it does. */
export function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < reloadGuardMs) return false
    sessionStorage.setItem(storageKey, String(Date.now()))
    return true
  } catch {
    return false
  }
}

function hasHalfFilledForm(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form[method="post"] input:not([type="hidden"]), form[method="post"] textarea',
  )
  return [...fields].some(
    (field) =>
      field.value !== field.defaultValue ||
      (field instanceof HTMLInputElement && field.checked !== field.defaultChecked),
  )
}
