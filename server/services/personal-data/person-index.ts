import { contactPhone } from '#server/contract/phone-number.ts'
import { syllablesOf } from '#server/db/search/search-pinyin.ts'
import type { PersonalData } from './personal-data.ts'

/** Name and phone (E.164) of a stored person. */
type Person = { name: string; phone?: string | undefined }

/** What a text asks for: a whole phone (E.164), the last digits of one (four and more), or a name or its pinyin. */
export type PersonAsked = { phone: string } | { digits: string } | { name: string }

/** More signs of a name than these are not indexed. */
const mostUnits = 8
/** Pinyin of a name with several characters of several readings. */
const mostReadings = 8
const tailDigits = 4
/** 64 bits of an index tell people well apart, and a row has a dozen of them. */
const hashDigits = 16

/**
 * Blind indexes by which a person is found: of the last four digits, of the beginnings and ends of the name by characters or
 * words, of its beginnings in pinyin, and of its initials.
 */
export function personHashes(personal: PersonalData, { name, phone }: Person): string[] {
  const tail = phone === undefined ? [] : [`tail ${phone.slice(-tailDigits)}`]
  const marks = [...tail, ...[...namesOf(name)].map((each) => `name ${each}`)]
  return [...new Set(marks.map((mark) => hashOf(personal, mark)))]
}

/** The blind index that rows have of whom a text asks for; longer digits are compared afterwards. */
export function hashOfAsked(personal: PersonalData, asked: { digits: string } | { name: string }): string {
  return hashOf(personal, 'name' in asked ? `name ${asked.name}` : `tail ${asked.digits.slice(-tailDigits)}`)
}

/** Reads what somebody typed to find a person; undefined for a text that can be neither phone nor name. */
export function personAsked(typed: string): PersonAsked | undefined {
  const phone = contactPhone(typed)
  if (phone !== undefined) return { phone }
  const text = typed.normalize('NFKC').trim()
  const digits = text.replaceAll(/[\s()+-]/g, '')
  if (/^\d+$/.test(digits)) return digits.length < tailDigits ? undefined : { digits }
  const name = unitsOf(text.replace(/(?<=.)(?:女士|先生|老师|妈妈|爸爸)$/, '')).join('')
  return name === '' || /^[a-z\d]$/.test(name) ? undefined : { name }
}

function hashOf(personal: PersonalData, mark: string): string {
  return personal.blindIndex('person', mark).slice(0, hashDigits)
}

/** A name as the signs that it is found by: Chinese characters, and words of other letters. */
function unitsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s·•]+/)
    .flatMap((word) => word.match(/\p{Script=Han}|[^\p{Script=Han}]+/gu) ?? [])
    .slice(0, mostUnits)
}

function namesOf(name: string): Set<string> {
  const units = unitsOf(name)
  const names = new Set<string>()
  for (const at of units.keys()) {
    names.add(units.slice(0, at + 1).join(''))
    names.add(units.slice(at).join(''))
  }
  if (!units.every((unit) => /^\p{Script=Han}$/u.test(unit))) return names
  let readings = ['']
  let initials = ['']
  for (const syllables of syllablesOf(units.join(''))) {
    readings = joined(readings, syllables)
    initials = joined(
      initials,
      syllables.map(([first = '']) => first),
    )
    for (const reading of readings) names.add(reading)
  }
  for (const letters of initials) if (letters.length > 1) names.add(letters)
  names.delete('')
  return names
}

function joined(beginnings: readonly string[], ends: readonly string[]): string[] {
  return [...new Set(beginnings.flatMap((one) => ends.map((end) => one + end)))].slice(0, mostReadings)
}
