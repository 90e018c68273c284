import { findBrowser, installHeadlessShell } from '../browser/browser.ts'

const found = findBrowser()
if ('missing' in found) {
  console.log(found.missing)
  process.exit(1)
}
installHeadlessShell()
