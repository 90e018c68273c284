import { districtsOf } from '#server/contract/districts.ts'
import type { Curriculum, Kind } from '#server/contract/vocabulary.ts'
import type { SampleSchool } from './rows.ts'
import type { Theme } from './themes.ts'

/** A school with full content and what it cares about. */
export type Made = { school: SampleSchool; theme: Theme }

/** What articles about a city say of its schools. */
export type Digest = {
  /** Schools that take pupils, in the recommended order. */
  open: readonly Made[]
  ofCurriculum(curriculum: Curriculum): readonly Made[]
  boarding: readonly Made[]
  paused: Made | undefined
  closed: Made | undefined
  /** Lowest and highest yearly tuition of a kind, CNY. */
  tuition(kind: Kind): { min: number; max: number } | undefined
  /** The district with most schools, and these. */
  busiest: { slug: string; name: string; schools: readonly Made[] }
  /** Open days to come, soonest first. */
  openDays: readonly { school: string; title: string; startsAt: Date; left: number }[]
}

/** Gathers what articles about a city say of its schools; `now` parts open days past from open days to come. */
export function digestOf(cityCode: string, made: readonly Made[], now: Date): Digest {
  const open = made.filter(({ school }) => school.row.state === 'open')
  const tuition = (kind: Kind) => {
    const paid = open.filter(({ school }) => school.row.kind === kind)
    const amounts = paid.flatMap(({ school }) => [school.row.tuitionMin ?? 0, school.row.tuitionMax ?? 0])
    return amounts.length === 0 ? undefined : { min: Math.min(...amounts), max: Math.max(...amounts) }
  }
  const districts = districtsOf(cityCode)
    .map(({ slug, name }) => ({
      slug,
      name,
      schools: open.filter(({ school }) => school.row.district === slug),
    }))
    .toSorted((a, b) => b.schools.length - a.schools.length)
  const openDays = open
    .flatMap(({ school }) => school.openDays.map((openDay) => ({ ...openDay, school: school.row.name })))
    .filter(({ startsAt }) => startsAt > now)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(({ school, title, startsAt, capacity, taken }) => ({
      school,
      title,
      startsAt,
      left: (capacity ?? 0) - (taken ?? 0),
    }))
  return {
    open,
    ofCurriculum: (curriculum) => open.filter(({ school }) => school.row.curricula?.includes(curriculum)),
    boarding: open.filter(({ school }) => school.row.boarding !== 'day'),
    paused: made.find(({ school }) => school.row.state === 'not_enrolling'),
    closed: made.find(({ school }) => school.row.state === 'closed'),
    tuition,
    busiest: districts[0] ?? { slug: '', name: '', schools: [] },
    openDays,
  }
}

/** An amount in ten thousands of CNY with one decimal at most, such as 12.8 万. */
export function inWan(amount: number): string {
  return `${Number((amount / 10_000).toFixed(1))} 万`
}
