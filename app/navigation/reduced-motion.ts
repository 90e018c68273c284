/** Whether pages may turn and things may grow: never where a visitor asked for less motion. The router does not ask. */
export function allowsMotion(): boolean {
  return typeof window !== 'undefined' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
