import { z } from 'zod'
import { feePayers, identities, recordKinds, stepKinds, verdicts } from './entry-terms.ts'
import { day } from '../fields.ts'
import { highestLevel, lowestLevel } from '../grades.ts'

/** Whole CNY. */
const cny = z.int().nonnegative()
/** A grade's level (contract/grades.ts): 1 to 12, 0 and below for the classes of a kindergarten. */
const level = z.int().min(lowestLevel).max(highestLevel)
/** The calendar year in which a school year begins: 2026 is 2026–2027. */
const schoolYear = z.int()
/** Who stated it, and the day to which it applies. */
const sourced = { source: z.string().optional(), source_date: day.optional() }
/** Grades from the first to the last, both included. */
const range = { from_grade: level, to_grade: level }
/** The same where all grades of the school may be meant: then both are absent. */
const optionalRange = { from_grade: level.optional(), to_grade: level.optional() }

/** Tuition of some grades in one school year, CNY per year; at least one of the two amounts is known. */
export const tuitionFee = z.object({
  ...range,
  school_year: schoolYear,
  /** Of a day pupil. */
  day: cny.optional(),
  /** Of a boarder; lodging is a fee of its own where the fees name it. Never below `day`. */
  boarding: cny.optional(),
  ...sourced,
})
export type TuitionFee = z.output<typeof tuitionFee>

/** A fee beside tuition, CNY per year or once. */
export const schoolFee = z.object({
  label: z.string(),
  amount: cny,
  per: z.enum(['year', 'once']),
  /** Whom it is asked of; unknown when absent. */
  applies_to: z.enum(feePayers.map(({ slug }) => slug)).optional(),
  /** Whether it is paid back when a child leaves; unknown when absent. */
  refundable: z.boolean().optional(),
  note: z.string().optional(),
})
export type SchoolFee = z.output<typeof schoolFee>

/** Grades into which new pupils are taken, in one school year or, without one, usually. */
export const entryGrade = z.object({
  ...range,
  school_year: schoolYear.optional(),
  /** Places in all these grades together. */
  places: z.int().nonnegative().optional(),
  /** What is tested, such as 数学. */
  tests: z.array(z.string()).optional(),
  /** Languages in which it is tested or that are asked for. */
  languages: z.array(z.string()).optional(),
  /** Papers to hand in. */
  documents: z.array(z.string()).optional(),
  note: z.string().optional(),
  ...sourced,
})
export type EntryGrade = z.output<typeof entryGrade>

/** Whether children of a group may enter some grades, or all. A condition is said in words. */
export const eligibility = z.object({
  identity: z.enum(identities.map(({ slug }) => slug)),
  verdict: z.enum(verdicts.map(({ slug }) => slug)),
  condition: z.string().optional(),
  ...optionalRange,
  ...sourced,
})
export type Eligibility = z.output<typeof eligibility>

/** One dated step of the admission to a school year, for some grades or all. */
export const admissionStep = z.object({
  kind: z.enum(stepKinds.map(({ slug }) => slug)),
  /** The year of entry. */
  school_year: schoolYear,
  ...optionalRange,
  /** Name of the round where a school has several. */
  round: z.string().optional(),
  date: day,
  /** The last day of a step that takes several. */
  end_date: day.optional(),
  note: z.string().optional(),
  ...sourced,
})
export type AdmissionStep = z.output<typeof admissionStep>

const stop = z.object({
  name: z.string(),
  /** WGS-84 degrees. */
  lat: z.number().optional(),
  lng: z.number().optional(),
  /** When the bus leaves for school, HH:MM in China's time. */
  time: z.iso.time({ precision: -1 }).optional(),
  /** CNY per year from this stop. */
  price: cny.optional(),
})

/** A line of the school's bus with its stops in the order of the way to school. */
const busLine = z.object({
  name: z.string(),
  note: z.string().optional(),
  ...sourced,
  stops: z.array(stop),
})
export type BusLine = z.output<typeof busLine>

/** A stop with the line that it belongs to and what is said of the line: how stops are stored. */
export const busStop = stop.extend({ line: z.string(), note: z.string().optional(), ...sourced })
export type BusStop = z.output<typeof busStop>

/** A dated fact about a school as an official source states it. */
export const schoolRecord = z.object({
  kind: z.enum(recordKinds.map(({ slug }) => slug)),
  date: day,
  detail: z.string(),
  source: z.string(),
  url: z.string().optional(),
})
export type SchoolRecord = z.output<typeof schoolRecord>

/** What a school costs, whom it takes, when, and by which bus; every list is empty when nothing is known. */
export const schoolEntry = z.object({
  /** Latest school year first, youngest grades first. */
  tuition: z.array(tuitionFee),
  /** In the school's order. */
  fees: z.array(schoolFee),
  entry_grades: z.array(entryGrade),
  eligibility: z.array(eligibility),
  /** Earliest first. */
  admission_steps: z.array(admissionStep),
  bus_lines: z.array(busLine),
  /** Latest first. */
  records: z.array(schoolRecord),
})
export type SchoolEntry = z.output<typeof schoolEntry>
