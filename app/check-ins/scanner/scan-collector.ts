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
  /**
   * Takes a key by its place on the keyboard (`KeyboardEvent.code`). Scanners mean the keys of an American keyboard, whatever
   * another layout or an input method makes of them; what they make is tried first.
   */
  addKey: (code: string, at: number) => void
  /** Forgets what came so far: the next text begins. */
  clear: () => void
  /** The text so far. */
  text: () => string
  /** The result when the text ends; undefined for what people type. The next text begins then, but after a mere pause. */
  end: (how: ScanEnd) => ScanResult | undefined
}

/** Characters with the times of the first and the last one in ms. */
type Strand = { text: string; first: number; last: number }

function extend({ text, first, last }: Strand, more: string, at: number): Strand {
  return text === '' || at - last > newTextMs
    ? { text: more, first: at, last: at }
    : { text: text + more, first, last: at }
}

function isFast({ text, first, last }: Strand): boolean {
  const { length } = Array.from(text)
  return length >= shortestCode && last - first <= scannerMsPerCharacter * (length - 1)
}

const nothing: Strand = { text: '', first: 0, last: 0 }

/**
 * Creates a collector. `isKnown` says whether a normalised text is a code that the page takes, beside signed tickets,
 * which are found anywhere in a text.
 */
export function createScanCollector(isKnown: (text: string) => boolean): ScanCollector {
  let typed = nothing
  let keys = nothing
  const clear = () => {
    typed = nothing
    keys = nothing
  }
  return {
    add(more, at) {
      typed = extend(typed, more, at)
    },
    addKey(code, at) {
      keys = extend(keys, signOfKey(code), at)
    },
    clear,
    text: () => typed.text,
    end({ by, at, where }) {
      const isOver = ({ last }: Strand) => at - last > newTextMs && by !== 'pause'
      const [given, ofKeys] = [typed, keys].map((strand) => (isOver(strand) ? nothing : strand))
      const codeOf = (strand = nothing) => codeIn(strand.text, isFast(strand) ? isKnown : () => false)
      const code = codeOf(given) ?? codeOf(ofKeys)
      const { text } = given ?? nothing
      const isLost =
        isFast(typed) &&
        where !== 'field' &&
        (Array.from(text).length >= longerThanNames ||
          (where === 'none' && by !== 'pause' && /\d/.test(text)))
      if (code !== undefined || isLost || by !== 'pause') clear()
      if (code !== undefined) return { kind: 'scan', text: code }
      return isLost ? { kind: 'unreadable' } : undefined
    },
  }
}

/** The sign of a key of an American keyboard, of those that are in codes. */
function signOfKey(code: string): string {
  if (code === 'Minus' || code === 'NumpadSubtract') return '-'
  return /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code)?.slice(1).join('') ?? ''
}

/** The ticket anywhere in a text, or the known code that it is, whole or between other signs. */
function codeIn(given: string, isKnown: (text: string) => boolean): string | undefined {
  const ticket = ticketIn(given)
  if (readTicket(ticket) !== undefined) return ticket
  // Scanners that name the kind of a code put ]Q1 and the like before it.
  const bare = given.normalize('NFKC').replace(/^\s*\][A-Za-z]\d/, '')
  return [bare, ...bare.split(/[^\p{L}\p{N}-]+/u)].map(normaliseTicket).find(isKnown)
}
