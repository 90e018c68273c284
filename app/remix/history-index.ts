/**
 * Whether the shown page was opened from another page of the site, to which Back leads. Relies on `idx` in the state of the
 * router's history entries.
 */
export function hasPageBefore(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && Number(Reflect.get(state, 'idx')) > 0
}
