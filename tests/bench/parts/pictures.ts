import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import type { Measured } from '../part.ts'
import { kilobytes } from '../statistics.ts'

const budget = 60 * 1024

/** Bytes of the pictures that stand in the first screen of a phone, and whether each keeps its place before it comes. */
export async function measurePictures(): Promise<Measured> {
  const site = await startProcess({ SMS: 'console' })
  const browser = await openBrowser()
  const phone = await openPhone(browser, { deviceScaleFactor: 2 })
  const rows: { kind: string; count: number; bytes: number; unsized: string[] }[] = []
  for (const [kind, address] of await pageKinds(site.url)) {
    const page = await phone.newPage()
    const answer = await page.goto(site.url + address, { waitUntil: 'networkidle' })
    const pictures = answer === null ? [] : await page.evaluate(picturesInSight)
    await page.close()
    rows.push({
      kind,
      count: pictures.length,
      bytes: pictures.reduce((sum, picture) => sum + picture.bytes, 0),
      unsized: pictures.filter(({ reservesPlace }) => !reservesPlace).map(({ src }) => src),
    })
  }
  await browser.close()
  await site.stop()

  const most = rows.toSorted((a, b) => b.bytes - a.bytes)[0]
  const unsized = rows.filter((row) => row.unsized.length > 0)
  return {
    lines: [
      {
        budget: 'pictures',
        measured: `at most ${kilobytes(most?.bytes ?? 0)} KB (${most?.kind}, ${most?.count} pictures), without a place: ${unsized.length}`,
        isMet: rows.every(({ bytes }) => bytes <= budget) && unsized.length === 0,
        ...(unsized.length === 0
          ? {}
          : { cause: unsized.map(({ kind, unsized: [src] }) => `${kind}: ${src}`).join(', ') }),
      },
    ],
    tables: [
      {
        title: 'Pictures above the fold at 390 px',
        head: ['page', 'pictures', 'KB'],
        rows: rows
          .filter(({ count }) => count > 0)
          .map(({ kind, count, bytes }) => [kind, count, kilobytes(bytes)]),
      },
    ],
    figures: [{ name: 'most bytes of pictures above the fold', value: most?.bytes ?? 0, better: 'less' }],
  }
}

/** In the page: each picture of the first screen with its bytes, and whether it has width, height and a colour. */
function picturesInSight(): { src: string; bytes: number; reservesPlace: boolean }[] {
  const seen = [...document.images].filter((image) => {
    const { top, bottom, width, height } = image.getBoundingClientRect()
    return top < window.innerHeight && bottom > 0 && width > 1 && height > 1
  })
  return seen.map((image) => {
    const [loaded] = performance.getEntriesByName(image.currentSrc)
    const hasColour = [image, image.parentElement].some(
      (element) => element && !/, 0\)$|transparent/.test(getComputedStyle(element).backgroundColor),
    )
    return {
      src: new URL(image.currentSrc || image.src).pathname,
      bytes: loaded instanceof PerformanceResourceTiming ? loaded.encodedBodySize : 0,
      reservesPlace: image.hasAttribute('width') && image.hasAttribute('height') && hasColour,
    }
  })
}
