import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  answerFor,
  childAnswer,
  childInput,
  childViewOf,
  nextEntryYear,
  type ChildSource,
} from '#server/contract/child/child.ts'
import { costFor, type Cost, type CostSource } from '#server/contract/child/cost-for.ts'
import { distanceBetween, estimateTravel, roundedCoordinates } from '#server/contract/child/distance.ts'
import { grades } from '#server/contract/grades.ts'
import { nextDeadline } from '#server/contract/child/next-deadline.ts'
import type { AdmissionStep, SchoolFee, TuitionFee } from '#server/contract/child/school-entry.ts'

const amount = fc.nat(500_000)
const level = fc.constantFrom(...grades.map((grade) => grade.level))
const tuitionFee = fc
  .tuple(level, level, fc.constantFrom(2025, 2026, 2027), fc.option(amount), fc.option(amount))
  .filter(([, , , day, boarding]) => day !== null || boarding !== null)
  .map(([one, other, year, day, boarding]): TuitionFee => {
    const both = day !== null && boarding !== null
    return {
      from_grade: Math.min(one, other),
      to_grade: Math.max(one, other),
      school_year: year,
      ...(day === null ? {} : { day: both ? Math.min(day, boarding) : day }),
      ...(boarding === null ? {} : { boarding: both ? Math.max(day, boarding) : boarding }),
    }
  })
const schoolFee = fc
  .tuple(
    amount,
    fc.constantFrom('year' as const, 'once' as const),
    fc.option(fc.constantFrom('everybody' as const, 'new' as const, 'boarders' as const, 'bus' as const)),
    fc.option(fc.boolean()),
  )
  .map(([cny, per, payer, refundable]): SchoolFee => ({
    label: `${payer ?? '其他'}费`,
    amount: cny,
    per,
    ...(payer === null ? {} : { applies_to: payer }),
    ...(refundable === null ? {} : { refundable }),
  }))
const costs: fc.Arbitrary<CostSource> = fc.record({
  tuition: fc.array(tuitionFee, { maxLength: 5 }),
  fees: fc.array(schoolFee, { maxLength: 6 }),
  boarding: fc.constantFrom('day', 'optional', 'full', undefined),
})

const isAtMost = (one: Cost, other: Cost) =>
  (['tuition', 'yearly', 'first_year'] as const).every((sum) => (one[sum] ?? 0) <= (other[sum] ?? Infinity))

describe('the cost of a grade', () => {
  it('adds up from its parts, and refunds no more than is paid', () => {
    fc.assert(
      fc.property(
        costs,
        level,
        fc.constantFrom('day', 'boarding', undefined),
        fc.boolean(),
        (source, at, stay, bus) => {
          const cost = costFor(source, { level: at, stay, bus })
          const sum = (parts: readonly { amount: number }[]) =>
            parts.reduce((all, part) => all + part.amount, 0)
          expect(cost.missing.includes('tuition')).toBe(cost.tuition === undefined)
          expect(cost.first_year === undefined).toBe(cost.tuition === undefined)
          if (cost.tuition === undefined) return
          expect(cost.first_year).toBe(sum(cost.parts))
          expect(cost.parts[0]).toEqual({ label: '学费', amount: cost.tuition, per: 'year' })
          expect(cost.yearly).toBeGreaterThanOrEqual(cost.tuition)
          expect(cost.yearly).toBeLessThanOrEqual(cost.first_year ?? -1)
          expect(cost.refundable).toBe(sum(cost.parts.filter(({ refundable }) => refundable === true)))
          expect(cost.unassigned).toHaveLength(
            source.fees.filter((fee) => fee.applies_to === undefined).length,
          )
        },
      ),
    )
  })

  it('is never higher for a day pupil than for a boarder, nor without the bus than with it', () => {
    fc.assert(
      fc.property(costs, level, (source, at) => {
        const of = (stay: 'day' | 'boarding', bus: boolean) => costFor(source, { level: at, stay, bus })
        expect(isAtMost(of('day', false), of('boarding', false))).toBe(true)
        expect(isAtMost(of('day', false), of('day', true))).toBe(true)
      }),
    )
  })

  it('takes tuition from one row that covers the grade, of the latest year', () => {
    fc.assert(
      fc.property(costs, level, fc.constantFrom('day', 'boarding', undefined), (source, at, stay) => {
        const cost = costFor(source, { level: at, stay, bus: false })
        if (cost.tuition === undefined) return
        const covering = source.tuition.filter((fee) => fee.from_grade <= at && at <= fee.to_grade)
        const latest = Math.max(...covering.map((fee) => fee.school_year))
        expect(cost.school_year).toBe(latest)
        const amounts = covering
          .filter((fee) => fee.school_year === latest)
          .flatMap((fee) => [fee.day, fee.boarding])
        expect(amounts).toContain(cost.tuition)
      }),
    )
  })

  it('does not depend on the tuition of other grades', () => {
    fc.assert(
      fc.property(costs, tuitionFee, level, (source, other, at) => {
        fc.pre(at < other.from_grade || other.to_grade < at)
        const asked = { level: at, stay: undefined, bus: true }
        expect(costFor({ ...source, tuition: [...source.tuition, other] }, asked)).toEqual(
          costFor(source, asked),
        )
      }),
    )
  })

  const tuition = [
    { from_grade: 1, to_grade: 6, school_year: 2026, day: 180_000, boarding: 200_000, source: '收费公示' },
  ]
  const fees: SchoolFee[] = [
    { label: '餐费', amount: 9000, per: 'year', applies_to: 'everybody' },
    { label: '报名费', amount: 2000, per: 'once', applies_to: 'new', refundable: false },
    { label: '押金', amount: 10_000, per: 'once', applies_to: 'new', refundable: true },
    { label: '洗衣费', amount: 3000, per: 'year', applies_to: 'boarders' },
    { label: '校车费', amount: 8000, per: 'year', applies_to: 'bus' },
    { label: '研学费', amount: 5000, per: 'year' },
  ]
  const source: CostSource = { tuition, fees, boarding: 'optional' }

  it.each([
    ['day', false, 180_000, 189_000, 201_000],
    ['day', true, 180_000, 197_000, 209_000],
    ['boarding', false, 200_000, 212_000, 224_000],
    ['boarding', true, 200_000, 220_000, 232_000],
  ] as const)('%s, bus %s', (stay, bus, own, yearly, first) => {
    expect(costFor(source, { level: 5, stay, bus })).toMatchObject({
      stay,
      tuition: own,
      yearly,
      first_year: first,
      refundable: 10_000,
      unassigned: [{ label: '研学费', amount: 5000, per: 'year' }],
      missing: [],
      source: '收费公示',
    })
  })

  it('says what is missing', () => {
    expect(costFor({ tuition: [], fees: [] }, { level: 5, stay: 'boarding', bus: true })).toEqual({
      stay: 'boarding',
      parts: [],
      unassigned: [],
      missing: ['tuition', 'lodging', 'bus'],
    })
    expect(costFor({ ...source, boarding: 'day' }, { level: 5, stay: 'boarding', bus: true })).toMatchObject({
      unavailable: true,
      missing: ['tuition'],
      otherwise: { yearly: 197_000, isFloor: false },
    })
  })

  it('takes the price of the stop before that of the bus in general', () => {
    const cost = costFor(source, { level: 5, stay: 'day', bus: true, busPrice: 6000 })
    expect(cost.yearly).toBe(195_000)
  })
})

const close: AdmissionStep = { kind: 'close', school_year: 2027, date: '2027-03-10' }

describe('the next deadline', () => {
  const steps: AdmissionStep[] = [
    { kind: 'open', school_year: 2027, date: '2026-12-05' },
    close,
    { ...close, from_grade: 7, to_grade: 9, date: '2027-01-10' },
    { kind: 'assessment', school_year: 2027, date: '2027-03-20', end_date: '2027-03-22' },
    { ...close, school_year: 2026, date: '2026-03-10' },
  ]
  it.each([
    [5, '2026-11-23', 'open', '2026-12-05', 12],
    [5, '2026-12-05', 'close', '2027-03-10', 95],
    [8, '2026-12-06', 'close', '2027-01-10', 35],
    [8, '2027-01-10', 'close', '2027-01-10', 0],
    [undefined, '2026-12-06', 'close', '2027-03-10', 94],
    [5, '2027-03-11', 'assessment', '2027-03-20', 11],
    [5, '2027-03-22', 'assessment', '2027-03-20', 0],
    [5, '2027-03-23', 'close', '2027-03-10', -13],
  ] as const)('grade %s on %s', (at, today, kind, date, days) => {
    expect(nextDeadline(steps, { level: at, year: 2027, today })).toMatchObject({ kind, date, days })
  })

  it('is the beginning of the registration while that lies ahead, with its end', () => {
    const on = (today: string, given: AdmissionStep[]) => nextDeadline(given, { level: 8, year: 2027, today })
    expect(on('2026-11-23', steps)).toMatchObject({ kind: 'open', closes: '2027-01-10' })
    expect(on('2026-12-05', steps)).not.toHaveProperty('closes')
    const first = { ...close, round: '第一轮', date: '2026-12-01' }
    const later = { ...close, kind: 'open' as const, round: '第二轮', date: '2026-11-30' }
    expect(on('2026-11-23', [first, later])).toMatchObject(first)
  })

  it('is not known of a year without dates', () => {
    expect(nextDeadline(steps, { level: 5, year: 2029, today: '2026-11-23' })).toBeUndefined()
  })
})

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('distance', () => {
  it('is known between two stations', () => {
    const [luohu, futian] = [
      { lat: 22.5319, lng: 114.1179 },
      { lat: 22.5392, lng: 114.055 },
    ]
    expect(distanceBetween(luohu, futian)).toBeGreaterThan(6400)
    expect(distanceBetween(luohu, futian)).toBeLessThan(6600)
  })

  it('is the same both ways, nothing to oneself, and at most half the equator', () => {
    fc.assert(
      fc.property(point, point, (one, other) => {
        expect(distanceBetween(one, other)).toBe(distanceBetween(other, one))
        expect(distanceBetween(one, one)).toBe(0)
        expect(distanceBetween(one, other)).toBeLessThanOrEqual(20_015_115)
      }),
    )
  })

  it('rounds a place by at most 0.0025 degrees, once', () => {
    fc.assert(
      fc.property(point, (given) => {
        const rounded = roundedCoordinates(given)
        expect(Math.abs(rounded.lat - given.lat)).toBeLessThanOrEqual(0.002_500_1)
        expect(Math.abs(rounded.lng - given.lng)).toBeLessThanOrEqual(0.002_500_1)
        expect(roundedCoordinates(rounded)).toEqual(rounded)
      }),
    )
  })

  it('estimates a range of minutes that grows with the way', () => {
    for (const [metres, mode] of [
      [0, 'walk'],
      [1500, 'walk'],
      [1501, 'drive'],
      [30_000, 'drive'],
    ] as const) {
      const { mode: found, minutes } = estimateTravel(metres)
      expect(found).toBe(mode)
      expect(minutes[0]).toBeLessThan(minutes[1])
    }
    expect(estimateTravel(6000).minutes).toEqual([19, 41])
    // Far out the roads are faster: 蛇口–龙华 takes nobody three hours.
    expect(estimateTravel(27_000).minutes).toEqual([69, 116])
    for (let metres = 1600; metres < 60_000; metres += 100)
      expect(estimateTravel(metres + 100).minutes[1]).toBeGreaterThanOrEqual(
        estimateTravel(metres).minutes[1],
      )
  })
})

describe('the view of a child', () => {
  const input = z.object(childInput)
  const read = (given: Record<string, string>) => childViewOf(input.parse(given), { today: '2026-11-23' })

  it('is absent without grade, group or place', () => {
    expect(read({})).toBeUndefined()
    expect(read({ stay: 'boarding', bus: '1', year: '2027' })).toBeUndefined()
  })

  it('enters next September unless a year is given', () => {
    expect(nextEntryYear('2026-08-31')).toBe(2026)
    expect(nextEntryYear('2026-09-01')).toBe(2027)
    expect(read({ grade: 'g5' })).toMatchObject({ year: 2027, bus: false, grade: { level: 5 } })
    expect(read({ grade: 'g5', year: '2028' })?.year).toBe(2028)
  })

  it('knows places by coordinates, rounded, and by name, in the city of the call first', () => {
    expect(input.parse({ near: '22.48642,113.91763' }).near).toBe('22.485,113.92')
    expect(read({ near: '22.48642,113.91763' })?.near).toEqual({ lat: 22.485, lng: 113.92 })
    expect(read({ near: 'shekou' })?.near).toMatchObject({ lat: 22.485, lng: 113.915 })
    const near = { near: 'daxuecheng' }
    expect(childViewOf(near, { today: '2026-11-23', cityCode: '4401' })?.near).toMatchObject({ lat: 23.055 })
  })

  it.each(['91,113', '22.5,181', '22.5', 'nowhere', '22.5,113.9,1', '../x', '__proto__'])(
    'refuses the place %s',
    (near) => {
      expect(input.safeParse({ near }).success).toBe(false)
    },
  )
})

it('answers for a school of which nothing is known, by the contract', () => {
  const source: ChildSource = {
    state: 'open',
    stages: [],
    entry_grades: [],
    eligibility: [],
    tuition: [],
    fees: [],
    admission_steps: [],
    bus_stops: [],
  }
  const view = childViewOf({ grade: 'g5', identity: 'hmt', near: '22.5,113.9' }, { today: '2026-11-23' })
  if (view === undefined) throw new Error('the view is asked for')
  const answer = childAnswer.parse(answerFor(source, view, '2026-11-23'))
  expect(answer).toMatchObject({
    grade: 'g5',
    year: 2027,
    entry: { verdict: 'unknown' },
    cost: { missing: ['tuition'] },
  })
  expect(answer.entry?.ask).toHaveLength(2)
  expect([answer.deadline, answer.distance, answer.bus_stop]).toEqual([undefined, undefined, undefined])
})
