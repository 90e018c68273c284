import { normaliseTicket, readTicket, ticketIn } from '#server/contract/check-ins/ticket-text.ts'

/** Time without a character that ends a scan whose scanner sends no key for its end, in ms. */
export const scanPauseMs = 300

/** Time without a character after which another text begins, in ms. */
const newTextMs = 1500

/** Scanners need no longer for a character, in ms; people do. */
const scannerMsPerCharacter = 50

/** Characters of the shortest code of a list, and of what is longer than a name or a phone. */
const shortestCode = 5
const longerThanNames = 20

/** What has come to its end: a ticket or a known code, or what a scanner sent and nobody can read. */
export type ScanResult = { kind: 'scan'; text: string } | { kind: 'unreadable' }

/** How a text came to its end: by Enter or Tab, or by a pause. */
export type ScanEnd = {
  by: 'enter' | 'tab' | 'pause'
  at: number
  /** Where the text stands: in the page's main field, in another one, whose form takes it, or in none. */
  where: 'main' | 'field' | 'none'
}

/** Collects characters, however they come, into the text of one scan. */
export type ScanCollector = {
  /** Takes characters that came at a time in ms. */
  add: (text: string, at: number) => void
  /** The text so far. */
  text: () => string
  /** The result when the text ends; undefined for what people type. The next text begins then, but after a mere pause. */
  end: (how: ScanEnd) => ScanResult | undefined
}

/**
 * Creates a collector. `isKnown` says whether a normalised text is a code that the page takes, beside signed tickets,
 * which are found anywhere in a text.
 */
export function createScanCollector(isKnown: (text: string) => boolean): ScanCollector {
  let text = ''
  let first = 0
  let last = 0
  return {
    add(more, at) {
      if (at - last > newTextMs) text = ''
      if (text === '') first = at
      text += more
      last = at
    },
    text: () => text,
    end({ by, at, where }) {
      const given = at - last > newTextMs && by !== 'pause' ? '' : text
      const length = Array.from(given).length
      const isFast = length >= shortestCode && last - first <= scannerMsPerCharacter * (length - 1)
      const code = codeIn(given, isFast ? isKnown : () => false)
      const isLost =
        isFast &&
        where !== 'field' &&
        (length >= longerThanNames || (where === 'none' && by !== 'pause' && /\d/.test(given)))
      if (code !== undefined || isLost || by !== 'pause') text = ''
      if (code !== undefined) return { kind: 'scan', text: code }
      return isLost ? { kind: 'unreadable' } : undefined
    },
  }
}

/** The ticket anywhere in a text, or the known code that it is, whole or between other signs. */
function codeIn(given: string, isKnown: (text: string) => boolean): string | undefined {
  const ticket = ticketIn(given)
  if (readTicket(ticket) !== undefined) return ticket
  // Scanners that name the kind of a code put ]Q1 and the like before it.
  const bare = given.normalize('NFKC').replace(/^\s*\][A-Za-z]\d/, '')
  return [bare, ...bare.split(/[^\p{L}\p{N}-]+/u)].map(normaliseTicket).find(isKnown)
}
