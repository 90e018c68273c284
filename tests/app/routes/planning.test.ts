import { expect, test } from 'vitest'
import { listPlanningSteps } from '#server/contract/planning-steps.ts'
import type { Plan } from '#app/routes/planning/load-plan.server.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import { planningStep, sampleApi } from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'

type Found = Parameters<typeof planOf>[0]

/** The plan on the page when the API answers so. */
async function planOf(
  found: Partial<{
    items: (typeof planningStep & { end_date?: string; note?: string })[]
    total: number
    undated: { items: { id: number; name: string }[]; total: number }
    refusing: number
  }>,
  address = '/planning/shenzhen/?grade=g5&year=2027&identity=hmt',
) {
  const items = found.items ?? []
  const api = sampleApi(
    answer(listPlanningSteps, {
      year: 2027,
      total: items.length,
      undated: { items: [], total: 0 },
      refusing: 0,
      ...found,
      items,
    }),
  )
  const { data, status } = await get(address, { api })
  expect(status).toBe(200)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  const { plan } = data as { plan: Plan | undefined }
  return { plan, api }
}

const askedFor = ({ api }: Awaited<ReturnType<typeof planOf>>) =>
  api.calls.filter(({ path }) => path === '/api/planning/steps').map(({ input }) => input)

test('the page without a child asks for no steps, nor does one with a grade that there is not', async () => {
  for (const address of [
    '',
    '?identity=hmt',
    '?year=2027',
    '?grade=g13',
    '?grade=',
    '?topic=year&grade=g5',
  ]) {
    const page = await planOf({}, `/planning/shenzhen/${address}`)
    expect([address, page.plan, askedFor(page)]).toEqual([address, undefined, []])
  }
})

test('steps are asked for the child of the address; what is malformed is left out', async () => {
  const page = await planOf({})
  expect(askedFor(page)).toEqual([{ city_code: '4403', grade: 'g5', year: '2027', identity: 'hmt' }])
  expect(page.plan).toMatchObject({ grade: '五年级', year: 2027, identity: '港澳台' })
  const odd = await planOf({}, '/planning/zhuhai/?grade=g5&year=x&identity=martian')
  expect(askedFor(odd)).toEqual([{ city_code: '4404', grade: 'g5' }])
  expect(odd.plan?.query).toBe('grade=g5')
})

test('steps are listed by month, those of several days with both, those that are over said to be', async () => {
  const items: Found['items'] = [
    { ...planningStep, date: '2020-01-05' },
    { ...planningStep, date: '2099-12-01', end_date: '2099-12-03', note: '上午' },
    { ...planningStep, date: '2099-12-09' },
  ]
  const { plan } = await planOf({ items })
  expect(plan?.months.map(({ month, steps }) => [month, steps.map(({ day }) => day)])).toEqual([
    ['2020年1月', ['1月5日']],
    ['2099年12月', ['12月1日至12月3日', '12月9日']],
  ])
  const [past, coming] = plan?.months.flatMap(({ steps }) => steps) ?? []
  expect(past).toMatchObject({ title: '第一轮报名截止', over: true })
  expect(coming).toMatchObject({ note: '上午', school: { id: 7, name: '深圳弦歌学校' } })
  expect(coming).not.toHaveProperty('over')
})

test('one source of all dates is said once, several with each date', async () => {
  const one = await planOf({ items: [planningStep, planningStep] })
  expect(one.plan?.source).toBe('招生简章，2026年5月1日')
  expect(JSON.stringify(one.plan?.months)).not.toContain('招生简章')
  const two = await planOf({ items: [planningStep, { ...planningStep, source: '学校官网' }] })
  expect(two.plan?.source).toBeUndefined()
  expect(two.plan?.months.flatMap(({ steps }) => steps.map(({ source }) => source))).toEqual([
    '招生简章，2026年5月1日',
    '学校官网，2026年5月1日',
  ])
})

test('the address of a plan is not indexed; that of the articles is', async () => {
  const plan = await get('/planning/shenzhen/?grade=g5')
  expect(plan.meta('robots')).toBe('noindex,follow')
  expect((await get('/planning/shenzhen/')).meta('robots')).toBeUndefined()
})

test('the calendar file has a whole-day entry for each step, with an id that does not depend on its date', async () => {
  const origin = 'https://www.school.example'
  const file = async (date: string, end_date?: string) => {
    const item = { ...planningStep, date, ...(end_date === undefined ? {} : { end_date }) }
    const api = sampleApi(
      answer(listPlanningSteps, {
        year: 2027,
        items: [item, item],
        total: 2,
        undated: { items: [], total: 0 },
        refusing: 0,
      }),
    )
    const { text, headers } = await get('/planning/shenzhen/calendar.ics?grade=g5', {
      api,
      context: { publicOrigin: origin },
    })
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const whole = text.replaceAll('\r\n ', '')
    return { whole, ids: whole.match(/^UID:.*$/gm) }
  }
  const { whole, ids } = await file('2027-12-31')
  expect(whole).toContain('DTSTART;VALUE=DATE:20271231\r\nDTEND;VALUE=DATE:20280101\r\n')
  expect(whole).toContain('SUMMARY:深圳弦歌学校 第一轮报名截止\r\n')
  expect(whole).toContain(`URL:${origin}/school/7/\r\n`)
  expect(new Set(ids).size).toBe(2)
  const moved = await file('2028-01-05', '2028-01-07')
  expect(moved.whole).toContain('DTSTART;VALUE=DATE:20280105\r\nDTEND;VALUE=DATE:20280108\r\n')
  expect(moved.ids).toEqual(ids)
  for (const address of [
    'shenzhen/calendar.ics',
    'shenzhen/calendar.ics?grade=g13',
    'mars/calendar.ics?grade=g5',
  ])
    expect([address, (await get(`/planning/${address}`)).status]).toEqual([address, 404])
})
