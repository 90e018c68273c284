/** Signs that somebody uses the page. */
const signs = ['pointerover', 'touchstart', 'keydown', 'focusin', 'scroll']

/**
 * Loads what scripts add to the pages at the first sign that somebody uses them; until then, and without it, links and
 * forms do all. In WeChat's browser the share message is set at once.
 */
export function enhanceAfterTouch(): void {
  const load = () => {
    for (const sign of signs) removeEventListener(sign, load, true)
    import('./enhance.ts').then(
      ({ enhance }) => enhance(),
      () => undefined,
    )
  }
  for (const sign of signs) addEventListener(sign, load, true)
  if (/MicroMessenger/.test(navigator.userAgent)) {
    import('./wechat-share.ts').then(({ keepShareMessage }) => keepShareMessage()).catch(() => undefined)
  }
}
