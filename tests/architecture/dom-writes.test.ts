import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ways to write to the document past React. */
const writes =
  /\.(?:setAttribute|removeAttribute|toggleAttribute|insertAdjacent\w+|replaceChildren|replaceWith|prepend)\(|createElement\(|\.(?:innerHTML|outerHTML|textContent|innerText|className|tabIndex|style\.\w+) = |\.classList\.|document\.(?:head|body|documentElement)\.append/

/** The files that may, each for a reason. */
const allowed: Readonly<Record<string, string>> = {
  'app/navigation/route-announcer.tsx': 'a heading takes the focus after a navigation',
  'app/media/rich-text-pictures.ts': 'pictures inside HTML that React only holds as text',
  'app/visitor/bfcache.ts': 'a page that is left hides what is private, when no script may run later',
}

test('nothing outside React writes to a document that React renders', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => `app/${file}`)
    // The kiosk has no document of the server.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('app/check-ins/kiosk/'))
    .filter((file) => !file.includes('.server.'))
  const found = files.filter((file) => writes.test(readFileSync(file, 'utf8')))
  expect(files.length).toBeGreaterThan(200)
  expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted())
})
