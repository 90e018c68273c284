import type { Page } from 'playwright'
import { axeFindings, sidewaysFindings } from '../axe.ts'
import { sample } from '../../runner/sample.ts'

/** A width of the screen, and its colours. */
export type Look = readonly [width: number, media: Parameters<Page['emulateMedia']>[0]]

const light = { colorScheme: 'light', forcedColors: 'none' } as const
const dark = { colorScheme: 'dark', forcedColors: 'none' } as const
const forced = { colorScheme: 'light', forcedColors: 'active' } as const

/** In an order in which pages that follow each other differ in width and colours. */
export const looks: readonly Look[] = [
  [390, light],
  [1280, dark],
  [320, forced],
  [390, dark],
  [1280, light],
  [320, dark],
  [390, forced],
  [320, light],
  [1280, forced],
]

/**
 * What axe finds on a page, and how far it is wider than its screen, in all of some looks in a proof, else in one, in
 * turn. The page is a phone of 390 px again afterwards.
 */
export async function lookFindings(
  page: Page,
  place: number,
  among: readonly Look[] = looks,
): Promise<string[]> {
  const found: string[] = []
  for (const [width, media] of sample(among, among.length, place)) {
    await page.setViewportSize({ width, height: width === 1280 ? 900 : 844 })
    await page.emulateMedia(media)
    const look = `${width} px, ${media?.colorScheme}${media?.forcedColors === 'active' ? ', forced' : ''}`
    const findings = [...(await axeFindings(page)), ...(await sidewaysFindings(page))]
    found.push(...findings.map((finding) => `${look}: ${finding}`))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia(light)
  return found
}
