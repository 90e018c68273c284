import { maskName } from '#server/contract/phone-number.ts'
import type { Guest } from '../sync/api.ts'

/** How many are shown at once. */
const most = 8

/**
 * Guests of a kind whom typed text may mean: two Chinese characters of the name, two letters of its pinyin, or four
 * digits of the phone. Less than that finds nobody, so that a list is never leafed through.
 */
export function findGuests(guests: readonly Guest[], kind: Guest['kind'], typed: string): Guest[] {
  const matches = matcherFor(typed.normalize('NFKC').replace(/\s/g, '').toLowerCase())
  if (matches === undefined) return []
  const found: Guest[] = []
  for (const guest of guests) {
    if (guest.kind === kind && matches(guest)) found.push(guest)
    if (found.length === most) break
  }
  return found
}

function matcherFor(text: string): ((guest: Guest) => boolean) | undefined {
  if (/^\d+$/.test(text)) {
    const tail = text.slice(-4)
    return text.length < 4 ? undefined : (guest) => guest.tail === tail
  }
  // Of an English name, too, two signs are enough.
  if (Array.from(text).length < 2) return undefined
  return ({ name, organisation, pinyin, initials }) =>
    name.toLowerCase().includes(text) ||
    organisation?.toLowerCase().includes(text) === true ||
    [...pinyin, ...initials].some((reading) => reading.startsWith(text))
}

/** A guest as staff may see one: masked, with the phone's last digits. */
export function labelOf({ masked, tail, organisation }: Guest): string {
  return [masked, tail === undefined ? '' : `尾号 ${tail}`, organisation ?? '']
    .filter((part) => part !== '')
    .join(' · ')
}

/** A typed name and phone as staff may see them. */
export function maskedLabel(name: string, phone: string): string {
  return `${maskName(name)} · 尾号 ${phone.replace(/\D/g, '').slice(-4)}`
}
