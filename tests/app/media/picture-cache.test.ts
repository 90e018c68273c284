import { expect, test } from 'vitest'
import { pictureCache } from '#app/media/picture-cache.ts'

test('200 addresses are remembered: the 201st evicts the first, and one that is seen again changes nothing', () => {
  const cache = pictureCache()
  for (let at = 1; at <= 200; at += 1) cache.add(`/${at}.jpg`)
  cache.add('/1.jpg')
  expect([cache.has('/1.jpg'), cache.has('/200.jpg')]).toEqual([true, true])
  cache.add('/201.jpg')
  expect(['/1.jpg', '/2.jpg', '/201.jpg'].map((address) => cache.has(address))).toEqual([false, true, true])
})
