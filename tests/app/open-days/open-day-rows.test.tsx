import { expect, test } from 'vitest'
import { defaultCity } from '#server/contract/cities.ts'
import { DayStrip } from '#app/routes/openday/day-strip.tsx'
import { OpenDayMonths } from '#app/routes/openday/open-day-months.tsx'
import type { OpenDayView } from '#app/routes/openday/open-day-view.ts'
import { markupAt } from '#tests/support/pages/page-markup.tsx'

const view = (id: number, state: OpenDayView['state'], day = '2026-12-11'): OpenDayView => ({
  id,
  title: `公开课 ${id}`,
  state,
  school: { id: 70 + id, name: '深圳栖岚高级中学', isReceiving: true as const },
  day,
  date: '12月11日周五',
  hours: '09:30–11:30',
  starts: `${day}T01:30:00Z`,
})

const text = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const render = (items: OpenDayView[]) => markupAt(<OpenDayMonths items={items} bookings={[]} />)

test('a row’s heading and links name the school and the day, and begin with the words that are seen', () => {
  const html = render([view(1, 'open'), view(2, 'closed')])
  expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, heading = '']) => text(heading))).toEqual([
    '公开课 1，深圳栖岚高级中学，12月11日周五',
    '公开课 2，深圳栖岚高级中学，12月11日周五',
  ])
  const links = [...html.matchAll(/<a[^>]*href="\/order\/[^>]*>(.*?)<\/a>/g)].map(([, link = '']) =>
    text(link),
  )
  expect(links).toEqual(['预约 深圳栖岚高级中学 12月11日周五 公开课 1', '约其他时间参观 深圳栖岚高级中学'])
})

test('those that cannot be booked any more are below the others of their month, each day with one fragment id', () => {
  const html = render([
    view(1, 'closed'),
    view(2, 'open'),
    view(3, 'cancelled', '2026-12-20'),
    view(4, 'full', '2026-12-24'),
  ])
  expect([...html.matchAll(/公开课 (\d)<span/g)].map(([, id]) => id)).toEqual(['2', '4', '1', '3'])
  expect([...html.matchAll(/id="(d[^"]*)"/g)].map(([, id]) => id)).toEqual([
    'd2026-12-11',
    'd2026-12-24',
    'd2026-12-20',
  ])
  expect(html).toContain('这个月还有 2 场，已经不能预约')
  expect(render([view(1, 'past')])).not.toContain('已经不能预约')
})

test('a day of the strip is one text for screen readers, and a link skips the strip', () => {
  const days = [{ day: '2026-11-28', total: 1, open: 1 }]
  const html = markupAt(
    <DayStrip
      city={defaultCity}
      filters={{ onlyOpen: false, page: 1 }}
      months={[{ month: '2026-11', total: 1, open: 1, days }]}
      listed={new Set()}
    />,
  )
  expect(html).toMatch(/<span class="vh">11月28日 周六，1 场<\/span><b aria-hidden="true">/)
  expect(html.indexOf('href="#list"')).toBeLessThan(html.indexOf('<ol>'))
})

test('a row leads to its school, its page and its form for the child of the address', () => {
  const html = markupAt(<OpenDayMonths items={[view(1, 'open')]} bookings={[]} />, '/?grade=g6')
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(links).toEqual([
    '/openday/1/?grade=g6',
    '/school/71/?grade=g6',
    '/order/?orderType=openday&amp;openDayId=1&amp;grade=g6',
  ])
})
