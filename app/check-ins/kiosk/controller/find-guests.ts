import { maskName } from '#server/contract/phone-number.ts'
import type { Guest } from '../contract-types.ts'

/** Guests shown at once. */
const maxShown = 8

/**
 * Searches the guest list: by two Chinese characters of the name, two letters of its pinyin, or four digits of the
 * phone. Shorter input finds nobody, so that the list cannot be browsed.
 */
export function findGuests(guests: readonly Guest[], kind: Guest['kind'], typed: string): Guest[] {
  const matches = matcherFor(typed.normalize('NFKC').replace(/\s/g, '').toLowerCase())
  if (matches === undefined) return []
  const found: Guest[] = []
  for (const guest of guests) {
    if (guest.kind === kind && matches(guest)) found.push(guest)
    if (found.length === maxShown) break
  }
  return found
}

function matcherFor(text: string): ((guest: Guest) => boolean) | undefined {
  if (/^\d+$/.test(text)) {
    const tail = text.slice(-4)
    return text.length < 4 ? undefined : (guest) => guest.tail === tail
  }
  // Two characters of an English name are enough too.
  if (Array.from(text).length < 2) return undefined
  return ({ name, organisation, pinyin, initials }) =>
    name.toLowerCase().includes(text) ||
    organisation?.toLowerCase().includes(text) === true ||
    [...pinyin, ...initials].some((reading) => reading.startsWith(text))
}

/** A guest's label on screens: masked name, last digits of the phone, organisation. */
export function labelOf({ masked, tail, organisation }: Guest): string {
  return [masked, tail === undefined ? '' : `尾号 ${tail}`, organisation ?? '']
    .filter((part) => part !== '')
    .join(' · ')
}

/** The label of a typed name and phone, masked. */
export function maskedLabel(name: string, phone: string): string {
  return `${maskName(name)} · 尾号 ${phone.replace(/\D/g, '').slice(-4)}`
}
