import { findFirefox } from '../browser/browser.ts'

const found = findFirefox()
if ('missing' in found) {
  console.log(found.missing)
  process.exit(1)
}
