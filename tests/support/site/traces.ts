import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One way in which a text can lie in bytes, and these bytes. */
type Needle = { how: string; bytes: Buffer }

/** A text as UTF-8, UTF-16, JSON escapes, percent codes, base64 at each of its three alignments, and hexadecimal. */
function needlesOf(text: string): Needle[] {
  const bytes = Buffer.from(text)
  const little = Buffer.from(text, 'utf16le')
  const escaped = Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  )
  const needles: Needle[] = [
    { how: 'UTF-8', bytes },
    { how: 'UTF-16LE', bytes: little },
    { how: 'UTF-16BE', bytes: Buffer.from(little).swap16() },
    { how: 'JSON escapes', bytes: Buffer.from(escaped) },
    { how: 'percent codes', bytes: Buffer.from(encodeURIComponent(text)) },
    { how: 'hex', bytes: Buffer.from(bytes.toString('hex')) },
    { how: 'HEX', bytes: Buffer.from(bytes.toString('hex').toUpperCase()) },
  ]
  for (const before of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    // The signs at both ends also depend on the bytes beside the text.
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)]
    for (const alphabet of ['base64', 'base64url'] as const) {
      const how = `${alphabet} after ${before}`
      needles.push({ how, bytes: Buffer.from(padded.toString(alphabet).slice(first, end)) })
    }
  }
  return needles
}

/** Where and how any of these texts lies in named bytes: `place: text as encoding`. */
export function tracesIn(haystacks: Iterable<readonly [string, Buffer]>, texts: readonly string[]): string[] {
  const wanted = texts.flatMap((text) => needlesOf(text).map((needle) => ({ text, ...needle })))
  const found: string[] = []
  for (const [place, bytes] of haystacks) {
    for (const needle of wanted) {
      if (bytes.includes(needle.bytes)) found.push(`${place}: ${needle.text} as ${needle.how}`)
    }
  }
  return found
}

/** Every file of a folder, one after another; those that go away meanwhile are left out. */
export function* filesIn(folder: string): Generator<readonly [string, Buffer]> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = readIfThere(file)
    if (bytes !== undefined) yield [path.relative(folder, file), bytes]
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
