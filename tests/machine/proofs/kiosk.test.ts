import { expect, test } from 'vitest'
import { findBrowser } from '#tests/support/browser/browser.ts'
import { proveQueue } from '#tests/support/kiosk/kiosk-run.ts'
import { startKioskSite } from '#tests/support/kiosk/kiosk-site.ts'

test('a hundred check-ins of a kiosk that was offline and killed reach the server once each with their times', async () => {
  expect(findBrowser()).toHaveProperty('path')
  const site = await startKioskSite()
  const stored = await proveQueue(site, 100).finally(() => site.stop())
  expect(stored).toEqual({ checkIns: 100, guests: 100 })
})
