/**
 * Addresses as other programs write them: escapes of GBK, `%uXXXX` and doubled ones, an escape that was cut off, and the
 * punctuation of a chat behind an address.
 */

const widePunctuation = '、。〉》」』】！），：；？'
/** Behind a path; behind a query signs of ASCII may belong to its last value. */
const behindPath = punctuation(`${widePunctuation},;!)]}'"`)
const behindQuery = punctuation(widePunctuation)

/**
 * The target of a request with its escapes in UTF-8 and without what does not belong to it; the target itself where there is
 * nothing to correct, undefined where its path cannot be read.
 */
export function readTarget(target: string): string | undefined {
  const [path = '', ...rest] = target.split('?')
  const hasQuery = rest.length > 0
  const segments = (hasQuery ? path : path.replace(behindPath, '')).split('/').map(readEscapes)
  if (segments.includes(undefined)) return undefined
  const query = rest
    .join('?')
    .replace(behindQuery, '')
    .split(/([&=])/)
    .map(readValue)
  return segments.join('/') + (hasQuery ? `?${query.join('')}` : '')
}

/** The first Chinese words of a target, 30 characters at most, for the search of a page that stands in; empty for none. */
export function wordsOfTarget(target: string): string {
  const read = decodedUri(readTarget(target.slice(0, 2048)) ?? '')
  return /\p{Script=Han}[\p{Script=Han}\w·]{0,29}/u.exec(read ?? '')?.[0] ?? ''
}

/** A sign of punctuation once or more, as it is or escaped, at the end of a text. */
function punctuation(signs: string): RegExp {
  const escapedBytes = (sign: string) =>
    Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16)}`).join('')
  const forms = Array.from(signs).flatMap((sign) => [sign.replace(/[)\]}]/, '\\$&'), escapedBytes(sign)])
  return new RegExp(`(?:${forms.join('|')})+$`, 'i')
}

/** A name or value of a query, where + is a space; one that cannot be read stays as it is. */
function readValue(text: string): string {
  const spaced = text.replaceAll('+', '%20')
  const read = readEscapes(spaced)
  return read === undefined || read === spaced ? text : read
}

/** A part of an address with its escapes in UTF-8; undefined for escapes of no text. */
function readEscapes(text: string): string | undefined {
  const plain = text.replaceAll(/(?:%u[0-9a-f]{4})+/gi, (run) => encoded(readLegacyEscapes(run)) ?? run)
  if (!/[%\u0080-\u00ff]/.test(plain)) return plain
  if (/%(?![0-9a-f]{2})/i.test(plain)) return undefined
  const bytes = bytesOf(plain)
  const utf8 = decodedAs('utf-8', bytes)
  const gbk = isUsualGbk(bytes) ? decodedAs('gb18030', bytes) : undefined
  if (utf8 !== undefined) {
    if (gbk !== undefined && !usualInUtf8.test(utf8)) return encoded(gbk)
    // Not an address inside of an address, such as that of the page to return to.
    const twice = /^(?:%[0-9a-f]{2}|[\w.~-])+$/i.test(utf8) ? decodedUri(utf8) : undefined
    return twice !== undefined && /\p{Script=Han}/u.test(twice) ? encoded(twice) : plain
  }
  const read = gbk ?? withoutCutOff(bytes) ?? decodedAs('gb18030', bytes)
  return read !== undefined && chinese.test(read) ? encoded(read) : undefined
}

/** What JavaScript's `escape` made of signs beyond Latin 1. */
function readLegacyEscapes(run: string): string {
  const codes = run.match(/[0-9a-f]{4}/gi) ?? []
  return String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)))
}

/** The bytes that a part of an address stands for; Node hands over unescaped ones as Latin 1. */
function bytesOf(text: string): Uint8Array {
  const signs = text.match(/%[0-9a-f]{2}|[^%]/gi) ?? []
  return Uint8Array.from(signs, (sign) =>
    sign.length === 3 ? Number.parseInt(sign.slice(1), 16) : sign.charCodeAt(0),
  )
}

/** Whether all beyond ASCII are characters of GB 2312's first level, the 3,755 usual ones. */
function isUsualGbk(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    at += 1
    const trail = bytes[at] ?? 0
    if (lead < 0xb0 || lead > 0xd7 || trail < 0xa1 || trail > 0xfe) return false
  }
  return true
}

/** Texts of signs that addresses of this site are about: others come of bytes that were not UTF-8. */
const usualInUtf8 =
  /^[\p{ASCII}\u00c0-\u00ff\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]*$/u

/** Chinese and ASCII, with their punctuation. */
const chinese = /^[\p{ASCII}\p{Script=Han}\u3000-\u303f\uff00-\uffef]*$/u

function decodedAs(encoding: 'utf-8' | 'gb18030', bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-8 of which the last character was cut off, without it; undefined for what is no UTF-8 before either. */
function withoutCutOff(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function encoded(text: string): string | undefined {
  try {
    return encodeURIComponent(text)
  } catch {
    return undefined
  }
}
