/** Keeps the screen on while the page is seen, where the browser can; asks again whenever it comes back into sight. */
export function keepAwake(): void {
  if (!('wakeLock' in navigator)) return
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
