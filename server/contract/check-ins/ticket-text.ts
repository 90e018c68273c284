/**
 * Ticket format, without any library since browsers parse it too. A ticket is 35 characters of a QR code's alphanumeric
 * mode: `K1`, the event's id (6), the ticket code (8), the last day (4), the signature (15), all in Crockford's base32.
 * People read out and type the code of 8 characters alone.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const shape =
  /^K1([0-9A-HJKMNP-TV-Z]{6})([0-9A-HJKMNP-TV-Z]{8})([0-9A-HJKMNP-TV-Z]{4})([0-9A-HJKMNP-TV-Z]{15})$/
const ticketLength = 35
const dayMs = 86_400_000

/** The contents of a ticket. Only the server can verify the signature. */
export type TicketText = {
  eventId: number
  /** 8 characters that identify the registration. */
  code: string
  /** The last valid day, as days since 1970-01-01 in China. */
  lastDay: number
  signature: string
}

/**
 * Normalises a typed or scanned ticket or code: upper case, no spaces or hyphens, half-width characters, `I` and `L` as
 * 1, `O` as 0.
 */
export function normaliseTicket(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\u200b-\u200f\ufeff\-\u2010-\u2015]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
}

/**
 * A code of another ticket system as its ticket shows it, in upper case and half-width characters: 5 to 40 letters and
 * digits, with hyphens between them. Undefined for anything else.
 */
export function printedCode(typed: string): string | undefined {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\u200b-\u200f\ufeff]/g, '')
    .replace(/[\u2010-\u2015]/g, '-')
  const isCode = /^[0-9A-Z-]+$/.test(text) && isCodeText(normaliseTicket(text))
  return isCode && readTicket(normaliseTicket(text)) === undefined ? text : undefined
}

/** Whether a normalised text may be a code, of this site or of another system. */
export function isCodeText(text: string): boolean {
  return /^[0-9A-Z]{5,40}$/.test(text)
}

/** The normalised ticket or code that a scanned or typed text holds: a ticket anywhere in it, else the whole. */
export function ticketIn(typed: string): string {
  const text = normaliseTicket(typed)
  const found: string[] = []
  for (let at = text.indexOf('K1'); at >= 0; at = text.indexOf('K1', at + 1)) {
    const part = text.slice(at, at + ticketLength)
    if (shape.test(part)) found.unshift(part)
  }
  // Behind the rest of another scan the last one is whole; K1 within a ticket is hardly followed by the zeros of an id.
  return found.find((part) => part.startsWith('K100')) ?? found[0] ?? text
}

/** Whether a guest has a normalised code: the ticket's, or the one that a list brought. */
export function hasCode(
  { code, printed }: { code: string; printed?: string | undefined },
  text: string,
): boolean {
  return code === text || (printed !== undefined && normaliseTicket(printed) === text)
}

/** Parses a normalised text as a ticket; undefined for anything else. */
export function readTicket(text: string): TicketText | undefined {
  const [whole, event = '', code = '', day = '', signature = ''] = shape.exec(text) ?? []
  if (whole === undefined) return undefined
  return { eventId: numberOf(event), code, lastDay: numberOf(day), signature }
}

/** Formats a ticket. @throws RangeError for a number out of range. */
export function writeTicket({ eventId, code, lastDay, signature }: TicketText): string {
  return `K1${textOf(eventId, 6)}${code}${textOf(lastDay, 4)}${signature}`
}

/** The calendar day in China, as days since 1970-01-01. */
export function dayNumberOf(moment: Date): number {
  return Math.floor((moment.getTime() + 8 * 3_600_000) / dayMs)
}

/** Formats a code for people: two groups of four characters, or the code that a list brought as it is printed. */
export function formatTicketCode(code: string, printed?: string | null): string {
  return printed ?? `${code.slice(0, 4)}-${code.slice(4)}`
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
