// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStoredChecklist } from '#app/articles/stored-checklist.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
})

const items = ['带户口本', '问校车', '看食堂']

function ArticlePage() {
  const text = useRef<HTMLDivElement>(null)
  useStoredChecklist(text)
  return (
    <div ref={text}>
      {items.map((item) => (
        <label key={item}>
          <input type="checkbox" />
          {item}
        </label>
      ))}
    </div>
  )
}

/** The ticked items of an article that is opened anew. */
async function openedAt(address: string): Promise<string[]> {
  cleanup()
  const Stub = createRemixStub([{ path: '*', Component: ArticlePage }])
  render(<Stub initialEntries={[address]} />)
  await screen.findByLabelText('带户口本')
  return items.filter((item) => screen.getByLabelText<HTMLInputElement>(item).checked)
}

function tap(item: string): void {
  fireEvent.click(screen.getByLabelText(item))
}

test('ticks of a checklist stay in the browser, for each article its own', async () => {
  const article = '/planning/shenzhen/?topic=visit'
  expect(await openedAt(article)).toEqual([])
  tap('问校车')
  tap('看食堂')
  expect(await openedAt(article)).toEqual(['问校车', '看食堂'])
  expect(await openedAt('/planning/shenzhen/?topic=timeline')).toEqual([])
  expect(await openedAt('/news/12/')).toEqual([])
  expect(await openedAt(article)).toEqual(['问校车', '看食堂'])
  tap('问校车')
  expect(await openedAt(article)).toEqual(['看食堂'])
  tap('看食堂')
  expect(localStorage).toHaveLength(0)
})

test.each(['{', '"words"', '[7,"x",null]'])(
  'stored %s ticks nothing, and the list still works',
  async (stored) => {
    localStorage.setItem('checklist:/news/12/', stored)
    expect(await openedAt('/news/12/')).toEqual([])
    tap('带户口本')
    expect(await openedAt('/news/12/')).toEqual(['带户口本'])
  },
)

test('without storage boxes can be ticked, and are forgotten', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await openedAt('/news/12/')
  tap('带户口本')
  expect(screen.getByLabelText<HTMLInputElement>('带户口本').checked).toBe(true)
  expect(await openedAt('/news/12/')).toEqual([])
})
