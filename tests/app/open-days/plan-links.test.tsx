import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { PlanFits } from '#app/routes/planning/plan-fits.tsx'
import { PlanTotal } from '#app/routes/planning/plan-total.tsx'

const [city] = cities
const child = { grade: 'g5', stay: 'day' }
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

it('the schools of a plan are opened for its child, and those that are not listed are one link away', () => {
  const list = '/schoollist/shenzhen/?grade=g5&eligible=yes%2Cask%2Cunknown'
  const fits = {
    total: 12,
    list,
    fields: [],
    schools: [{ id: 4, name: '言溪', verdict: undefined, pro: [], con: [] }],
    misses: [{ id: 9, name: '远的', miss: '学费高出 1 万' }],
  }
  const html = renderToStaticMarkup(
    <PlanFits city={city} child={child} fits={fits} chosen={[]} isSample={false} />,
  ).replaceAll('&amp;', '&')
  expect(hrefsOf(html)).toEqual(['/school/4/?grade=g5&stay=day', list, '/school/9/?grade=g5&stay=day'])
  const none = { ...fits, total: 0, schools: [], misses: [] }
  const empty = <PlanFits city={city} child={child} fits={none} chosen={[]} isSample={false} />
  expect(hrefsOf(renderToStaticMarkup(empty).replaceAll('&amp;', '&'))).toEqual([list])
})

it('the sums of a plan lead to the schools for its child', () => {
  const total = {
    grade: '五年级',
    grades: ['五年级'],
    schools: [
      { id: 4, name: '言溪', stay: '走读', cells: ['1 万'], sum: 10_000, total: '1 年 1 万', gaps: [] },
    ],
    missing: 0,
    dropped: 0,
  }
  const html = renderToStaticMarkup(<PlanTotal child={child} total={total} isSample={false} />)
  expect(hrefsOf(html)).toEqual(['/school/4/?grade=g5&amp;stay=day'])
})
