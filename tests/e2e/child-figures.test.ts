import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { distanceBetween } from '#server/contract/child/distance.ts'
import { schoolEntry, type SchoolEntry } from '#server/contract/child/school-entry.ts'
import { gradeOfLevel, grades } from '#server/contract/grades.ts'
import { placeOf } from '#server/contract/places.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { metresText } from '#app/child/child-texts.server.ts'
import { dayText, moneyText } from '#app/ui/text/format.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'
import { placesToLive } from '#tests/support/pages/child-places.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/**
 * The way of a Hong Kong child, grade 5, 200,000 a year, IB if possible, in each city: every figure that the pages show is
 * traced to a row of data, or is a sum of such rows.
 */

const level = 5

async function dataOf<Data>(call: string): Promise<Data> {
  const body: { code: number; data: Data } = await (await fetch(siteUrl() + call)).json()
  expect([call, body.code]).toEqual([call, 1000])
  return body.data
}

async function mainOf(path: string): Promise<HTMLElement> {
  const html = await (await fetch(siteUrl() + path)).text()
  const main = new JSDOM(html.replaceAll(/<style\b[^]*?<\/style>/g, '')).window.document.querySelector('main')
  if (main === null) throw new Error(`${path} has no main part`)
  return main
}

const entryOf = async (id: number) =>
  schoolEntry.parse((await dataOf<SchoolDetailData>(`/api/school/detail/${id}?entry=1`)).entry)

const amountsIn = (text: string) =>
  [...text.matchAll(/[\d.,]+[\u00a0 ](?:元|万)/g)].map(([amount]) => amount.replace(' ', '\u00a0'))
const amountsOf = (values: readonly (number | undefined)[]) =>
  new Set(values.filter((value) => value !== undefined).map(moneyText))
const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** Tuition that a school states for a grade. */
const statedTuition = ({ tuition }: SchoolEntry, grade: number) =>
  tuition
    .filter(({ from_grade: from, to_grade: to }) => from <= grade && grade <= to)
    .flatMap(({ day, boarding }) => [day, boarding])

const rows = cities.map(
  (city) => [city.pinyin, city, `grade=g5&identity=hmt&near=${placesToLive[city.pinyin]}`] as const,
)

/** The first school of the list under these conditions, of which one after the other is dropped until there is one. */
async function firstFit(code: string, child: string): Promise<number> {
  for (const filters of ['&fee_max=200000&curriculum=ib', '&curriculum=ib', '']) {
    const { items } = await dataOf<{ items: { id: number }[] }>(
      `/api/schools?city_code=${code}&${child}${filters}`,
    )
    if (items[0] !== undefined) return items[0].id
  }
  throw new Error(`no school in ${code}`)
}

test.each(sample(rows, 3))(
  'in %s the figures of the list are rows of the data',
  async (slug, { code }, child) => {
    const main = await mainOf(`/schoollist/${slug}/?${child}`)
    const { items } = await dataOf<{ items: SchoolDetailData[] }>(`/api/schools?city_code=${code}&${child}`)
    expect(items.length).toBeGreaterThan(0)
    for (const { id, child: answer } of items) {
      const card = main.querySelector(`#school-${id}`)
      const text = card?.textContent ?? ''
      expect(card?.querySelector('a')?.getAttribute('href')).toBe(`/school/${id}/?${child}`)
      // The reason of 可以报 is on the school's own page; where nobody stated anything nothing is said.
      const { reason, verdict } = answer?.entry ?? {}
      expect(text).toContain(verdict === 'yes' ? '可以报' : verdict === 'unknown' ? '' : reason)
      const { tuition, yearly, unavailable, parts = [] } = answer?.cost ?? {}
      const isPriced = yearly !== undefined && unavailable !== true
      const [, amount] = /(?:走读|住校)一年要付\s*([\d.,]+\s*[万元])/.exec(text) ?? []
      expect(amount).toBe(isPriced ? moneyText(yearly) : undefined)
      expect(isPriced && /没有五年级|学校只收走读生|学校只收住校生/.test(text)).toBe(false)
      const stated = statedTuition(await entryOf(id), level)
      expect(tuition === undefined || stated.includes(tuition)).toBe(true)
      expect(sumOf(parts)).toBeGreaterThanOrEqual(yearly ?? 0)
    }
  },
)

test.each(sample(rows, 3, 1))(
  'in %s the figures of a school’s pages are rows of the data, or their sums',
  async (slug, { code }, child) => {
    const id = await firstFit(code, child)
    const [entry, detail] = await Promise.all([
      entryOf(id),
      dataOf<SchoolDetailData>(`/api/school/detail/${id}?${child}`),
    ])
    const { cost, entry: verdict, deadline } = detail.child ?? {}
    const { parts = [], unassigned = [], tuition, yearly, first_year: firstYear, refundable } = cost ?? {}
    const stops = entry.bus_lines.flatMap((line) => line.stops)
    const stated = [
      ...statedTuition(entry, level),
      ...entry.fees.map(({ amount }) => amount),
      ...stops.map(({ price }) => price),
    ]
    for (const { amount } of [...parts, ...unassigned]) expect(stated).toContain(amount)
    const isKnown = tuition !== undefined
    expect(firstYear).toBe(isKnown ? sumOf(parts) : undefined)
    expect(refundable).toBe(isKnown ? sumOf(parts.filter((part) => part.refundable === true)) : undefined)
    expect(yearly ?? 0).toBeLessThanOrEqual(firstYear ?? 0)
    // The nearest day that must not be missed, and the way, as the page should say them.
    const day = deadline?.end_date ?? deadline?.date
    expect([undefined, ...entry.admission_steps.map((step) => step.end_date ?? step.date)]).toContain(day)
    const isAhead = deadline !== undefined && deadline.days > 0 && verdict?.verdict !== 'no'
    const [place, { lat, lng }] = [placeOf(code, placesToLive[slug] ?? ''), detail]
    const said = [
      verdict?.reason ?? 'a reason',
      ...(isAhead
        ? [
            deadline.kind === 'open'
              ? `${Number(deadline.date.slice(5, 7))}月${Number(deadline.date.slice(8))}日开始报名`
              : `${dayText(day ?? '')}，还有 ${deadline.days} 天`,
          ]
        : []),
      ...(place === undefined || lat === undefined || lng === undefined
        ? []
        : [`直线 ${metresText(distanceBetween(place, { lat, lng }))}`]),
    ]
    const allowed = amountsOf([
      ...parts.map(({ amount }) => amount),
      ...unassigned.map(({ amount }) => amount),
      ...stops.map(({ price }) => price),
      yearly,
      firstYear,
      refundable,
    ])
    for (const path of [`/school/${id}/?${child}`, `/school/${id}/admissions/?${child}`]) {
      const main = await mainOf(path)
      const text = main.ownerDocument.querySelector('[aria-labelledby=child]')?.textContent ?? ''
      for (const words of said) expect(text).toContain(nonBreakingUnits(words))
      expect([path, amountsIn(text).filter((amount) => !allowed.has(amount))]).toEqual([path, []])
    }
  },
)

test.each(sample(rows, 3, 2))(
  'in %s the figures of the plan are rows of the data, or their sums',
  async (slug, { code }, child) => {
    const { items } = await dataOf<{ items: { id: number }[] }>(
      `/api/schools?city_code=${code}&${child}&eligible=yes,ask&page_size=2`,
    )
    const ids = items.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const main = await mainOf(`/planning/${slug}/?${child}&schools=${ids.join(',')}`)
    const steps = main.querySelectorAll('[aria-labelledby=plan] li')
    expect(steps.length).toBeGreaterThan(5)
    for (const step of steps) {
      const date = step.querySelector('time')?.getAttribute('datetime')
      const id = Number(/\d+/.exec(step.querySelector('a')?.getAttribute('href') ?? '')?.[0])
      expect((await entryOf(id)).admission_steps.map((row) => row.date)).toContain(date)
    }
    const table = main.querySelector('[aria-labelledby=total] table')
    for (const [at, id] of ids.entries()) {
      const entry = await entryOf(id)
      const cells = [...(table?.querySelectorAll(`tbody tr td:nth-of-type(${at + 1})`) ?? [])].map(
        (cell) => cell.querySelector('b')?.textContent ?? cell.textContent,
      )
      const total = cells.pop() ?? ''
      expect(cells).toHaveLength(12 - level + 1)
      const amounts = cells.map((cell, row) => {
        const [amount] = amountsIn(cell)
        const stated = statedTuition(entry, level + row)
        return stated.find((each) => each !== undefined && moneyText(each) === amount)
      })
      expect(cells.filter((_, row) => amounts[row] === undefined)).toEqual(
        cells.filter((cell) => ['没有这个年级', '还没查到'].includes(cell)),
      )
      const sum = amounts.reduce<number>((before, amount) => before + (amount ?? 0), 0)
      expect(amountsIn(total)).toEqual(sum === 0 && total === '算不出来' ? [] : [moneyText(sum)])
    }
    const ways = main.querySelectorAll('[aria-labelledby=path] li')
    expect(ways.length).toBeGreaterThan(0)
    for (const row of ways) {
      const id = Number(/\d+/.exec(row.querySelector('a')?.getAttribute('href') ?? '')?.[0])
      const { entry_grades: stated } = await entryOf(id)
      const { stages } = await dataOf<SchoolDetailData>(`/api/school/detail/${id}`)
      expect([id, row.querySelectorAll('circle').length > 0]).toEqual([
        id,
        stated.some(({ to_grade: to }) => to >= level),
      ])
      const [, label] = /能读到(.{2,3}?)[，；]/.exec(row.textContent) ?? []
      const last = grades.find((grade) => grade.label === label)
      expect(stages).toContain(last?.stage)
      expect(stages).not.toContain(gradeOfLevel((last?.level ?? 0) + 1)?.stage)
    }
  },
)
