import type { Profile } from '../visitor/require-visitor.server.ts'

/** The localStorage key of the specification for what the browser knows of the visitor (section 9). */
const key = 'app_config_data'

/** Stores the masked profile of the logged-in visitor; without storage nothing happens. */
export function storeProfile(info: Profile): void {
  try {
    localStorage.setItem(key, JSON.stringify({ info, courseText: info.courseText }))
  } catch {
    // Storage is optional.
  }
}

/** Reads the storage: a profile, a token of an older version of the site, or neither. */
export function readAppConfig(): { hasProfile: boolean; token?: string } {
  try {
    const storedConfig: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof storedConfig !== 'object' || storedConfig === null) return { hasProfile: false }
    const token =
      'token' in storedConfig && typeof storedConfig.token === 'string' ? storedConfig.token : undefined
    return { hasProfile: 'info' in storedConfig, ...(token === undefined ? {} : { token }) }
  } catch {
    return { hasProfile: false }
  }
}

/** Removes the profile, after a logout, and a token of the older version. */
export function forgetAppConfig(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is optional.
  }
}
