import { moneyText } from '../money-text.ts'
import { labelOf, type Boarding } from '../vocabulary.ts'
import { stays } from './entry-terms.ts'
import { latestTuition } from './grade-tuition.ts'
import type { SchoolFee, TuitionFee } from './school-entry.ts'

/** Whether a child lives at home or at school. */
export type Stay = 'day' | 'boarding'

/** An amount of the sum: CNY per year or once. */
type CostPart = Pick<SchoolFee, 'label' | 'amount' | 'per' | 'refundable'>

/** What must be asked before a sum is whole. */
export type MissingCost = 'tuition' | 'lodging' | 'bus'

/** What one grade costs, CNY. */
export type Cost = {
  /** As what the child is counted. */
  stay: Stay
  /** Tuition of exactly this grade per year; absent when it is not known. */
  tuition?: number
  /** The school year in which the tuition applies, and who states it. */
  school_year?: number | undefined
  source?: string | undefined
  source_date?: string | undefined
  /** Everything paid every year; absent without tuition, a floor while something is missing. */
  yearly?: number
  /** `yearly` and what is paid once or by new pupils. */
  first_year?: number
  /** The part of `first_year` that is paid back when the child leaves. */
  refundable?: number
  /** What the sums consist of: tuition first. */
  parts: CostPart[]
  /** Fees in no sum: nobody says who pays them. */
  unassigned: CostPart[]
  missing: MissingCost[]
  /** The school has no place of this kind: it has no lodging, or takes boarders alone. */
  unavailable?: true
  /** Then the yearly cost of a child that lives as the school has places for: a floor while something is missing. */
  otherwise?: { yearly: number; isFloor: boolean; school_year?: number | undefined }
}

/** What a school states about its costs. */
export type CostSource = {
  tuition: readonly TuitionFee[]
  fees: readonly SchoolFee[]
  boarding?: Boarding | undefined
}

/** Whether a school has places of a kind; an unknown kind of lodging excludes none. */
export function hasPlaces(boarding: Boarding | null | undefined, stay: Stay): boolean {
  return stay === 'day' ? boarding !== 'full' : boarding !== 'day'
}

/** Tuition of a day pupil or a boarder: a boarder pays that of day pupils where no other is stated. */
export function tuitionOf(
  fee: Pick<TuitionFee, 'day' | 'boarding'> | undefined,
  stay: Stay,
  boarding: Boarding | null | undefined,
): number | undefined {
  if (fee === undefined || !hasPlaces(boarding, stay)) return undefined
  return stay === 'day' ? fee.day : (fee.boarding ?? fee.day)
}

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What a grade costs a child that lives at home or at school, with or without the bus, by the latest school year that
 * states its tuition; never an amount of another grade. Without `stay` the child is a day pupil where the school states
 * or may have a tuition for these. `busPrice`: CNY per year from the stop where the child gets on.
 */
export function costFor(
  source: CostSource,
  {
    level,
    stay: asked,
    bus,
    busPrice,
  }: { level: number; stay?: Stay | undefined; bus: boolean; busPrice?: number | undefined },
): Cost {
  const { tuition, fees, boarding } = source
  const stated = latestTuition(tuition, level)
  const onlyBoarders =
    tuitionOf(stated, 'day', boarding) === undefined && tuitionOf(stated, 'boarding', boarding) !== undefined
  const stay = asked ?? (onlyBoarders || boarding === 'full' ? 'boarding' : 'day')
  const amount = tuitionOf(stated, stay, boarding)
  const isPaid = ({ applies_to: payer, per }: SchoolFee) => {
    if (payer === 'boarders') return stay === 'boarding'
    if (payer === 'bus') return bus && (busPrice === undefined || per === 'once')
    return payer !== undefined
  }
  const paid = fees.filter(isPaid)
  const parts: (CostPart & { isYearly: boolean })[] = [
    ...(amount === undefined ? [] : [{ label: '学费', amount, per: 'year' as const, isYearly: true }]),
    ...paid.map((fee) => ({ ...partOf(fee), isYearly: fee.per === 'year' && fee.applies_to !== 'new' })),
    ...(bus && busPrice !== undefined
      ? [{ label: '校车费', amount: busPrice, per: 'year' as const, isYearly: true }]
      : []),
  ]
  const isLodged =
    stated?.boarding !== undefined ||
    paid.some(({ applies_to: payer, per }) => payer === 'boarders' && per === 'year')
  const isBusPaid = busPrice !== undefined || paid.some(({ applies_to: payer }) => payer === 'bus')
  const missing: MissingCost[] = [
    ...(amount === undefined ? (['tuition'] as const) : []),
    ...(stay === 'boarding' && !isLodged ? (['lodging'] as const) : []),
    ...(bus && !isBusPaid ? (['bus'] as const) : []),
  ]
  return {
    stay,
    ...(amount === undefined
      ? {}
      : {
          tuition: amount,
          school_year: stated?.school_year,
          source: stated?.source,
          source_date: stated?.source_date,
          yearly: sumOf(parts.filter(({ isYearly }) => isYearly)),
          first_year: sumOf(parts),
          refundable: sumOf(parts.filter(({ refundable }) => refundable === true)),
        }),
    parts: parts.map(partOf),
    unassigned: fees.filter(({ applies_to: payer }) => payer === undefined).map(partOf),
    missing,
    ...(hasPlaces(boarding, stay)
      ? {}
      : {
          unavailable: true as const,
          ...otherwiseOf(source, { level, stay: otherStay[stay], bus, busPrice }),
        }),
  }
}

const otherStay = { day: 'boarding', boarding: 'day' } as const

/** What pages call all that is paid in a year of a child's grade: 一年要付 24.8 万. */
export const yearlyCostLabel = '一年要付'

/** A cost as an answer holds it, with what decides which yearly number is shown. */
type ShownSource = Pick<Cost, 'stay' | 'missing'> & {
  yearly?: number | undefined
  school_year?: number | undefined
  unavailable?: true | undefined
  otherwise?: Cost['otherwise'] | undefined
}

/**
 * The one yearly number of a cost that pages show and lists filter and order by, with whose it is and whether something
 * is missing in it: where there is no place of the child's kind, that of the other kind. Undefined when it is not known.
 */
export function shownCost({ missing, otherwise, school_year, stay, unavailable, yearly }: ShownSource) {
  if (unavailable) return otherwise && { ...otherwise, stay: otherStay[stay] }
  if (yearly === undefined) return undefined
  return { yearly, isFloor: missing.length > 0, school_year, stay }
}

/** What `shownCost` gives, in words: 走读一年要付 24.8 万起; without `name`, where 一年要付 stands beside it: 走读 24.8 万起. */
export function yearlyCostText(
  { isFloor, stay, yearly }: { isFloor: boolean; stay: Stay; yearly: number },
  name: string = yearlyCostLabel,
): string {
  const price = yearly === 0 && !isFloor ? '免学费' : `${name} ${moneyText(yearly)}${isFloor ? '起' : ''}`
  return `${labelOf(stays, stay)}${price}`
}

function otherwiseOf(source: CostSource, asked: Parameters<typeof costFor>[1]): Pick<Cost, 'otherwise'> {
  const { missing, school_year, yearly } = costFor(source, asked)
  return yearly === undefined ? {} : { otherwise: { yearly, isFloor: missing.length > 0, school_year } }
}

function partOf({ label, amount, per, refundable }: CostPart): CostPart {
  return { label, amount, per, ...(refundable === undefined ? {} : { refundable }) }
}
