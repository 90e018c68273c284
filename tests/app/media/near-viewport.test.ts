// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { rememberLoaded, whenNearViewport } from '#app/media/near-viewport.ts'

/** A picture so many screens below the top of the screen, that tells how often it was looked at. */
function pictureAt(screens: number, src = `/${screens}.jpg`) {
  const picture = document.createElement('img')
  picture.src = src
  const look = vi.spyOn(picture, 'getBoundingClientRect')
  const top = window.innerHeight * screens
  look.mockImplementation(() => new DOMRect(0, top, 10, 10))
  return { picture, look }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'DOMRect',
    class {
      top: number
      bottom: number
      constructor(_x: number, y: number, _width: number, height: number) {
        this.top = y
        this.bottom = y + height
      }
    },
  )
})

test('a picture within 1.3 screens is near, one beyond is not, unless it was here before', async () => {
  const near = vi.fn<() => void>()
  const far = vi.fn<() => void>()
  const known = vi.fn<() => void>()
  const seen = pictureAt(40, '/seen.jpg').picture
  rememberLoaded(seen)
  const ends = [
    whenNearViewport(pictureAt(1.29).picture, near),
    whenNearViewport(pictureAt(1.31).picture, far),
    whenNearViewport(seen, known),
  ]
  await vi.advanceTimersByTimeAsync(1000)
  expect([near, far, known].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1])
  for (const end of ends) end()
})

test('scrolling looks for pictures at most once in 200 ms', async () => {
  const { picture, look } = pictureAt(30)
  const end = whenNearViewport(picture, () => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  look.mockClear()
  const scroll = () => {
    for (let event = 0; event < 50; event += 1) window.dispatchEvent(new Event('scroll'))
  }
  scroll()
  await vi.advanceTimersByTimeAsync(0)
  expect(look).toHaveBeenCalledTimes(1)
  scroll()
  await vi.advanceTimersByTimeAsync(199)
  expect(look).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(look).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(look).toHaveBeenCalledTimes(2)
  end()
})
