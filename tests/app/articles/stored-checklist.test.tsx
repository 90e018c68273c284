// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { useStoredChecklist } from '#app/articles/stored-checklist.ts'
import { PlanCalendar } from '#app/routes/planning/plan-calendar.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  localStorage.clear()
  items = ['带户口本', '问校车', '看食堂']
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
})

let items = ['带户口本', '问校车', '看食堂']

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

test('ticks follow their items when an article is changed', async () => {
  await openedAt('/news/12/')
  tap('问校车')
  items = ['问校车', '看宿舍', '带户口本']
  expect(await openedAt('/news/12/')).toEqual(['问校车'])
})

const step = (id: number, title: string, date: string) => ({
  date,
  day: date.slice(5),
  title,
  school: { id, name: `${id}校` },
})
const deadlines = [
  step(7, '报名截止', '2027-03-05'),
  step(7, '开始报名', '2026-12-06'),
  step(9, '报名截止', '2027-03-05'),
]

/** The ticked dates of the plan of an address that is opened anew, as school and title. */
async function plannedFor(query: string, steps = deadlines): Promise<string[]> {
  cleanup()
  const plan = {
    grade: '五年级',
    year: 2027,
    identity: undefined,
    query,
    months: [{ month: '2027年3月', notes: [], steps }],
    source: undefined,
    listed: steps.length,
    total: steps.length,
    undated: { items: [], total: 0 },
    refusing: 0,
  }
  const Plan = () => (
    <PlanCalendar city={cities[0]} child={{}} plan={plan} origin={undefined} isSample={false} />
  )
  const Stub = createRemixStub([{ path: '*', Component: Plan }])
  render(<Stub initialEntries={['/planning/shenzhen/']} />)
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  return boxes.filter(({ checked }) => checked).map(({ value }) => value)
}

test('ticks of a plan stay in the browser by school and date, for each child its own', async () => {
  expect(await plannedFor('grade=g5')).toEqual([])
  fireEvent.click(screen.getByLabelText(/开始报名/))
  expect(await plannedFor('grade=g5')).toEqual(['7 开始报名 2026-12-06'])
  expect(await plannedFor('grade=g8')).toEqual([])
  // Another order, and a date that was moved: what was done is ticked, what is new is not.
  const moved = [step(7, '开始报名', '2026-12-08'), ...deadlines.toReversed()]
  expect(await plannedFor('grade=g5', moved)).toEqual(['7 开始报名 2026-12-06'])
})

test('before scripts run the boxes of a plan cannot be seen, and keep their room', () => {
  const plan = {
    grade: '五年级',
    year: 2027,
    identity: undefined,
    query: 'grade=g5',
    source: undefined,
    refusing: 0,
  }
  const months = [{ month: '2027年3月', notes: [], steps: deadlines }]
  const html = renderToStaticMarkup(
    <PlanCalendar
      city={cities[0]}
      child={{}}
      plan={{ ...plan, months, listed: 3, total: 3, undated: { items: [], total: 0 } }}
      origin={undefined}
      isSample={false}
    />,
  )
  expect(html).toMatch(/<section class="[^"]*unready/)
  expect(html.match(/<input/g)).toHaveLength(3)
})
