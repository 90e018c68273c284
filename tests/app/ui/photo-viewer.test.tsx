// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useParams } from '@remix-run/react'
import { PhotoViewer } from '#app/routes/school/photo/photo-viewer.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
})

const total = 4
const picture = { src: '/media/images/a.jpg', width: 1280, height: 800, color: 'sand' as const }

function PhotoPage() {
  const place = Number(useParams()['place'])
  return (
    <PhotoViewer
      school={{ id: 7, name: '听澜学校', sample: false }}
      place={place}
      total={total}
      shown={{ title: `图 ${place}`, picture }}
      neighbours={[]}
    />
  )
}

async function openAt(place: number, loader: () => Promise<null> = () => Promise.resolve(null)) {
  const Stub = createRemixStub([{ path: '/school/7/photos/:place/', Component: PhotoPage, loader }])
  render(<Stub initialEntries={[`/school/7/photos/${place}/`]} />)
  return (await screen.findByRole('heading', { level: 1 })).closest('figure')
}

type Point = readonly [x: number, y: number]
const touchAt = ([clientX, clientY]: Point) => ({ clientX, clientY })

/** Slides fingers over the picture; returns the title of the one that is shown then. */
async function slide(from: Point, to: Point, more: readonly Point[] = []): Promise<string | null> {
  const figure = screen.getByRole('heading', { level: 1 }).closest('figure')
  if (figure === null) throw new Error('no picture')
  fireEvent.touchStart(figure, { touches: [from, ...more].map(touchAt) })
  fireEvent.touchEnd(figure, { changedTouches: [touchAt(to)] })
  await Promise.resolve()
  return (await screen.findByRole('heading', { level: 1 })).textContent
}

test('a swipe to the left shows the next picture, one to the right the one before, and both end at the ends', async () => {
  await openAt(1)
  expect(await slide([60, 300], [260, 310])).toBe('图 1')
  await slide([260, 300], [60, 310])
  expect(await screen.findByRole('heading', { name: '图 2' })).toBeDefined()
  await slide([260, 300], [60, 310])
  expect(await screen.findByRole('heading', { name: '图 3' })).toBeDefined()
  await slide([260, 300], [60, 310])
  expect(await screen.findByRole('heading', { name: '图 4' })).toBeDefined()
  expect(await slide([260, 300], [60, 310])).toBe('图 4')
  await slide([60, 300], [260, 310])
  expect(await screen.findByRole('heading', { name: '图 3' })).toBeDefined()
})

test('keys that come before the next picture is there turn over one picture each', async () => {
  await openAt(1, () => new Promise((resolve) => setTimeout(resolve, 5, null)))
  const sendKey = (key: string) => fireEvent.keyDown(window, { key })
  sendKey('ArrowRight')
  sendKey('ArrowRight')
  expect(await screen.findByRole('heading', { name: '图 3' })).toBeDefined()
  sendKey('ArrowRight')
  sendKey('ArrowLeft')
  sendKey('ArrowLeft')
  expect(await screen.findByRole('heading', { name: '图 2' })).toBeDefined()
})

test.each([
  ['a short one', [200, 300], [160, 300], []],
  ['one that goes down rather', [260, 300], [160, 420], []],
  ['two fingers', [260, 300], [60, 300], [[100, 200]]],
] as const)('no swipe is %s', async (_what, from, to, more) => {
  await openAt(2)
  expect(await slide(from, to, more)).toBe('图 2')
})

test('an enlarged picture is moved, not turned', async () => {
  vi.stubGlobal('visualViewport', { scale: 2 })
  await openAt(2)
  expect(await slide([260, 300], [60, 300])).toBe('图 2')
})
