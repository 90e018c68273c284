import { loginPath } from './paths.ts'

/** Where the specification keeps what the browser knows of the visitor (section 9). */
const key = 'app_config_data'

/**
 * Keeps the masked profile that this page shows in the browser's storage, and forgets it where nobody is logged in. A
 * token that an older version of the site left there is exchanged for the session's cookie, once, and removed.
 */
export async function keepAppConfig(isLoggedIn: boolean): Promise<void> {
  const token = tokenIn(localStorage.getItem(key))
  const shown = document.querySelector('[data-profile]')?.getAttribute('data-profile')
  if (typeof shown === 'string') {
    const info: { courseText: string } = JSON.parse(shown)
    localStorage.setItem(key, JSON.stringify({ info, courseText: info.courseText }))
  } else if (!isLoggedIn || token !== undefined) localStorage.removeItem(key)
  if (token === undefined || isLoggedIn) return
  const body = new URLSearchParams({ intent: 'exchange', token })
  const answer = await fetch(loginPath(), { method: 'POST', body, redirect: 'manual' })
  if (answer.type === 'opaqueredirect') location.reload()
}

function tokenIn(kept: string | null): string | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? '')
    if (typeof value !== 'object' || value === null || !('token' in value)) return undefined
    return typeof value.token === 'string' ? value.token : undefined
  } catch {
    return undefined
  }
}
