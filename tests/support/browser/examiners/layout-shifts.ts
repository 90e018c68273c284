import type { BrowserContext, Page } from 'playwright'

/** Sums up on the pages of a context by how much their parts move without being asked to. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement
      for (const entry of list.getEntries()) {
        const value: unknown = Reflect.get(entry, 'value')
        dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(value))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** By how much parts of a page have moved since it was opened, of its screen. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
}

/** Scrolls through the first screens of a page, waits on each for its pictures, and comes back. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const isAwaited = (image: HTMLImageElement) => {
      const { bottom, top, width } = image.getBoundingClientRect()
      return !image.complete && width > 0 && bottom > 0 && top < innerHeight
    }
    const come = (image: HTMLImageElement) =>
      new Promise((resolve) => {
        for (const end of ['load', 'error']) image.addEventListener(end, resolve, { once: true })
      })
    for (let screen = 0; screen < 6; screen += 1) {
      window.scrollTo(0, screen * 700)
      // The engine asks for pictures once it has drawn where they are.
      await frame()
      await frame()
      await Promise.all([...document.images].filter(isAwaited).map(come))
    }
    window.scrollTo(0, 0)
    await frame()
    await frame()
  })
}
