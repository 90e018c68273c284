import type { Profile } from './require-visitor.server.ts'

/** Where the specification keeps what the browser knows of the visitor (section 9). */
const key = 'app_config_data'

/** Keeps the masked profile of the visitor who is logged in; a browser that forbids storage keeps nothing. */
export function storeProfile(info: Profile): void {
  try {
    localStorage.setItem(key, JSON.stringify({ info, courseText: info.courseText }))
  } catch {
    // Nothing depends on it.
  }
}

/** What the storage holds: a profile, a token that an older version of the site left there, or neither. */
export function readAppConfig(): { hasProfile: boolean; token?: string } {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return { hasProfile: false }
    const token = 'token' in kept && typeof kept.token === 'string' ? kept.token : undefined
    return { hasProfile: 'info' in kept, ...(token === undefined ? {} : { token }) }
  } catch {
    return { hasProfile: false }
  }
}

/** Forgets the profile, where nobody is logged in any more, and a token of the older version. */
export function forgetAppConfig(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
