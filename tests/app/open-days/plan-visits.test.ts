import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTravel, distanceBetween } from '#server/contract/child/distance.ts'
import { mostPlanned, planVisits, type PlannedSchool } from '#app/routes/openday/plan-visits.ts'
import { openDay as sample } from '#tests/support/routes/sample-api.ts'

type OpenDay = Parameters<typeof planVisits>[1][number]

/** An open day of a school from one hour of a day until another, in China. */
function openDayOf(
  school: number,
  [day, from, until]: [number, number, number],
  more: Partial<OpenDay> = {},
) {
  const at = (hour: number) => new Date(Date.UTC(2027, 2, day, hour - 8)).toISOString()
  return {
    ...sample,
    id: school * 100 + day * 3 + from,
    school: { id: school, name: `学校${school}` },
    starts_at: at(from),
    ends_at: at(until),
    ...more,
  } satisfies OpenDay
}

const near = { lat: 22.5, lng: 113.9 }
const far = { lat: 22.7, lng: 114.3 }

const idsOf = ({ days }: ReturnType<typeof planVisits>) =>
  days.map(({ day, stops }) => [day, stops.map(({ openDay }) => openDay.school?.id)])

test('a plan sees as many schools as it can, then on as few days, then soon', () => {
  const schools = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const days = [
    openDayOf(1, [6, 9, 11]),
    openDayOf(1, [13, 9, 11]),
    openDayOf(2, [13, 14, 16]),
    openDayOf(2, [6, 10, 12]),
    openDayOf(3, [20, 9, 11]),
  ]
  expect(idsOf(planVisits(schools, days))).toEqual([
    ['2027-03-13', [1, 2]],
    ['2027-03-20', [3]],
  ])
})

test('the way between two of a day has the time that its estimate takes at most, else one of them is left out', () => {
  const schools = [
    { id: 1, ...near },
    { id: 2, ...far },
  ]
  const slow = estimateTravel(distanceBetween(near, far)).minutes[1]
  expect(slow).toBeGreaterThan(60)
  const tight = planVisits(schools, [openDayOf(1, [6, 9, 11]), openDayOf(2, [6, 12, 14])])
  expect(tight.unplanned).toMatchObject([{ school: 2, why: 'clash', clash: { isFar: true } }])
  const roomy = planVisits(schools, [openDayOf(1, [6, 9, 11]), openDayOf(2, [6, 15, 16])])
  expect(roomy.days[0]?.stops[1]?.way).toEqual({ gap: 240, metres: distanceBetween(near, far) })
})

test('a school without a bookable open day says why, with the nearest that there is', () => {
  const schools = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const full = openDayOf(1, [6, 9, 11], { state: 'full' })
  const cancelled = openDayOf(2, [6, 9, 11], { state: 'cancelled' })
  expect(planVisits(schools, [full, cancelled])).toEqual({
    days: [],
    unplanned: [
      { school: 1, why: 'not-bookable', nearest: full },
      { school: 2, why: 'none' },
      { school: 3, why: 'none' },
    ],
  })
})

const openDays = fc.array(
  fc.record({
    school: fc.integer({ min: 1, max: mostPlanned }),
    day: fc.integer({ min: 1, max: 4 }),
    from: fc.integer({ min: 8, max: 18 }),
    hours: fc.integer({ min: 1, max: 4 }),
    state: fc.constantFrom('open', 'open', 'full', 'cancelled'),
  }),
  { maxLength: 12 },
)
const places = fc.array(
  fc.record({
    lat: fc.double({ min: 22.4, max: 22.8, noNaN: true }),
    lng: fc.double({ min: 113.8, max: 114.4, noNaN: true }),
  }),
  { minLength: mostPlanned, maxLength: mostPlanned },
)

test('a plan names each school once, and no two visits that a family cannot make', () => {
  fc.assert(
    fc.property(openDays, places, (given, at) => {
      const schools: PlannedSchool[] = at.map((place, nth) => ({ id: nth + 1, ...place }))
      const all = given.map(({ school, day, from, hours, state }, nth) =>
        openDayOf(school, [day, from, from + hours], { id: nth, state }),
      )
      const { days, unplanned } = planVisits(schools, all)
      const visits = days.flatMap(({ stops }) => stops)
      const named = [
        ...visits.map(({ openDay }) => openDay.school?.id),
        ...unplanned.map(({ school }) => school),
      ]
      expect([named.length, new Set(named)]).toEqual([schools.length, new Set(schools.map(({ id }) => id))])
      for (const { openDay, way } of visits) {
        expect(openDay.state).toBe('open')
        const needed = way?.metres === undefined ? 0 : estimateTravel(way.metres).minutes[1]
        expect(way?.gap ?? needed).toBeGreaterThanOrEqual(needed)
      }
      for (const { school, why } of unplanned) {
        const isBookable = all.some((each) => each.school?.id === school && each.state === 'open')
        expect(why === 'clash').toBe(isBookable)
      }
    }),
  )
})
