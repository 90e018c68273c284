/**
 * Gives the history entry of a new document a key, as Remix's inline script does, which would add its bytes to every
 * document, and the index that the router would give it by a second call. Relies on `key` and `idx` in the state of the
 * router's history entries.
 */
export function keyHistoryEntry(): void {
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'key' in state) return
  window.history.replaceState({ key: Math.random().toString(32).slice(2), idx: 0 }, '')
}
