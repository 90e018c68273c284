/** Whether animations and view transitions are allowed (prefers-reduced-motion); the router does not check it. */
export function allowsMotion(): boolean {
  return typeof window !== 'undefined' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
