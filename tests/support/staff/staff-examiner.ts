import type { Page } from 'playwright'
import { axeFindings, sidewaysFindings } from '#tests/support/browser/axe.ts'
import { sample } from '#tests/support/runner/sample.ts'

const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/**
 * Examines states of a page of the staff area, each in one of two looks, in turn, and in both in a proof; `before` is done
 * in each look. The page has the wide one afterwards.
 */
export function staffExaminer(
  page: Page,
  before?: () => Promise<void>,
): { examine: (state: string) => Promise<void>; found: string[] } {
  const found: string[] = []
  let place = 0
  const enter = async ({ width, colorScheme }: (typeof looks)[number]) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
  }
  return {
    found,
    async examine(state) {
      for (const look of sample(looks, looks.length, place)) {
        await enter(look)
        await before?.()
        const findings = [...(await axeFindings(page)), ...(await sidewaysFindings(page))]
        found.push(...findings.map((finding) => `${state}, ${look.width} px: ${finding}`))
      }
      place += 1
      await enter(looks[1])
    },
  }
}
