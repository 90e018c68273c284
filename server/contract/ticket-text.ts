/**
 * Tickets as text, without any library: browsers read them too. A ticket is 35 signs of a QR code's alphanumeric mode:
 * `K1`, the event's number (6), the ticket's code (8), its last day (4), the signature (15), all in Crockford's base32.
 * The code alone, 8 signs, is what people read out and type.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape =
  /^K1([0-9A-HJKMNP-TV-Z]{6})([0-9A-HJKMNP-TV-Z]{8})([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{15})$/
const codeShape = /^[0-9A-HJKMNP-TV-Z]{8}$/
const dayMs = 86_400_000

/** What a ticket says. Only the server can tell whether its signature is right. */
export type TicketText = {
  eventId: number
  /** 8 signs that name the registration. */
  code: string
  /** The last day on which it is good, as days since 1970-01-01 in China. */
  lastDay: number
  signature: string
}

/**
 * A ticket or code in its one spelling, however it was typed or scanned: capitals, no spaces or hyphens, half-width
 * signs, `I` and `L` as 1, `O` as 0.
 */
export function normalTicket(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\u200b-\u200f\ufeff\-\u2010-\u2015]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
}

/** Whether a normal text is a ticket's code. */
export function isTicketCode(text: string): boolean {
  return codeShape.test(text)
}

/** Reads a normal text as a ticket; undefined for anything else. */
export function readTicket(text: string): TicketText | undefined {
  const [whole, event = '', code = '', day = '', signature = ''] = shape.exec(text) ?? []
  if (whole === undefined) return undefined
  return { eventId: numberOf(event), code, lastDay: numberOf(day), signature }
}

/** Writes a ticket. @throws RangeError for a number that has no place in it. */
export function writeTicket({ eventId, code, lastDay, signature }: TicketText): string {
  return `K1${textOf(eventId, 6)}${code}${textOf(lastDay, 4)}${signature}`
}

/** The calendar day of a moment in China, as days since 1970-01-01. */
export function dayNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() + 8 * 3_600_000) / dayMs)
}

/** A code as people read it: two groups of four signs. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

function numberOf(text: string): number {
  return Array.from(text).reduce((sum, sign) => sum * 32 + alphabet.indexOf(sign), 0)
}

function textOf(value: number, length: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 32 ** length)
    throw new RangeError(`no place for ${value}`)
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) {
    text = `${alphabet[rest % 32] ?? ''}${text}`
  }
  return text
}
