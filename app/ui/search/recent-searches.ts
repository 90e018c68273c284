const key = 'recent-searches'
const most = 8

/** The searches of this browser, the latest first; empty where nothing may be stored. They never leave the device. */
export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Stores the searches of this browser in the place of the earlier ones. */
export function storeRecentSearches(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(searches))
  } catch {
    // Storage is full or forbidden: nothing is remembered.
  }
}

/** Adds a search as the latest one. */
export function addRecentSearch(text: string): void {
  const added = text.trim()
  if (added === '') return
  storeRecentSearches([added, ...readRecentSearches().filter((other) => other !== added)].slice(0, most))
}
