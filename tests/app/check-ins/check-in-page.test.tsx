import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CheckInResult } from '#app/routes/checkin/check-in-result.tsx'
import type { CheckInDetail } from '#app/routes/checkin/load-detail.server.ts'
import { action, loader } from '#app/routes/checkin/parents.tsx'
import { loader as detailLoader } from '#app/routes/checkin/sign-detail.tsx'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'

const fair = {
  id: 3,
  title: '择校展',
  city_code: '4403',
  starts_at: '2026-11-23T01:00:00Z',
  ends_at: '2026-12-23T10:00:00Z',
  place: '会展中心',
  check_in: 'open',
  check_in_from: '2026-11-22T01:00:00Z',
  check_in_until: '2026-12-23T16:00:00Z',
  exhibitors: [],
}
const number = 'a'.repeat(32)

/** An API with these open events, which takes every check-in. */
const apiWith = (events: object[]) => async (request: Request) => {
  const { pathname } = new URL(request.url)
  const page = { total: events.length, page: 1, page_size: 50, count: 1 }
  const answers: Record<string, unknown> = {
    '/api/events': { items: events, ...page },
    '/api/events/3': fair,
    '/api/checkins': {
      state: 'duplicate',
      id: number,
      code: 1000,
      msg: '',
      conflict: false,
      first_at: fair.starts_at,
    },
    [`/api/checkins/${number}`]: {
      id: number,
      at: fair.starts_at,
      received_at: fair.starts_at,
      kind: 'parent',
      event: fair,
      qr: '/media/qr.svg',
      exhibitors: [],
      open_days: [],
    },
  }
  return Response.json({ code: 1000, message: '', data: answers[pathname] })
}

const callerOf = (path: string, events: object[], init: RequestInit = {}) => ({
  request: new Request(`http://localhost${path}`, init),
  context: { fetchApi: apiWith(events), pageSecret: 'of-a-test' },
  params: {},
})
const viewOf = async (path: string, events: object[] = [fair]) => (await loader(callerOf(path, events))).data

test('an event of several days is shown with its first and its last day, each on one line', async () => {
  const { chosen } = await viewOf('/parents/')
  expect(chosen?.when).toEqual(['2026年11月23日（周一）', '09:00 –', '2026年12月23日（周三）', '18:00'])
  const html = renderToStaticMarkup(<NoWrap text={chosen?.when ?? []} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('2026年11月23日（周一） 09:00 – 2026年12月23日（周三） 18:00')
  const oneDay = { ...fair, ends_at: '2026-11-23T10:00:00Z' }
  const { chosen: short } = await viewOf('/parents/', [oneDay])
  expect(short?.when).toEqual(['2026年11月23日（周一）', '09:00–18:00'])
})

test.each([
  ['/parents/', ''],
  ['/parents/?desk=1', '&desk=1'],
  ['/parents/?plain=1', '&plain=1'],
])(
  '%s: the events to choose from are the same, and the choice stays at the same kind of page',
  async (path, address) => {
    const two = [fair, { ...fair, id: 4, title: '另一场' }]
    expect((await viewOf(path)).chosen?.id).toBe(3)
    const { chosen, events } = await viewOf(path, two)
    expect(chosen).toBeUndefined()
    expect(events.map(({ id, href }) => [id, href])).toEqual([
      [3, `/parents/?event=3${address}`],
      [4, `/parents/?event=4${address}`],
    ])
    expect((await viewOf(`/parents/?event=3${address}`, two)).chosen?.othersHref).toBe(
      `/parents/?event=${address}`,
    )
  },
)

test('a check-in by the plain form of a kiosk redirects back to the plain form', async () => {
  const body = new URLSearchParams({ event_id: '3', ticket: 'ABCD2345', nonce: 'b'.repeat(32) })
  const location = await action(callerOf('/parents/?event=3&plain=1', [fair], { method: 'POST', body })).then(
    () => '',
    (thrown: unknown) => (thrown instanceof Response ? (thrown.headers.get('location') ?? '') : ''),
  )
  expect(location).toBe(`/signdetail/?id=${number}&from=parent&event=3&plain=1&again=1`)
  const { data } = await detailLoader(callerOf(location, [fair]))
  expect(data.detail?.back).toBe('/parents/?event=3&plain=1')
  expect(data.detail?.word).toMatch(/^已签到 (?:11月23日 )?09:00$/)
})

/** Addresses of the links, and forms, of a detail page. */
function waysOutOf(view: CheckInDetail): string[] {
  const html = renderToStaticMarkup(<CheckInResult detail={view} seconds={8} />)
  return [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'))
}

test('a result at a desk leads nowhere but to the next guest, and stays at the desk', () => {
  const detail = {
    word: '签到成功',
    again: false,
    event: '择校展',
    facts: [],
    qr: '/media/qr.svg',
    exhibitors: [{ organisation: '云汀学校', school: { id: 7, name: '云汀学校', href: '/school/7/' } }],
    openDays: [{ id: 5, title: '公开课', when: '', host: '', href: '/order/?openDayId=5' }],
    stayHref: '/signdetail/?id=1&from=parent&event=9&stay=1',
  }
  const desk = { ...detail, back: '/parents/?event=9&desk=1' }
  expect(waysOutOf(desk)).toEqual([desk.back, desk.stayHref])
  expect(waysOutOf({ ...desk, stays: true })).toEqual([desk.back])
  expect(waysOutOf(detail)).toEqual(['/compare/toggle/', '/school/7/', '/order/?openDayId=5'])
})
