import { isUtf8 } from 'node:buffer'

const gb = new TextDecoder('gb18030')
const traditional = new TextDecoder('big5')

/** Calls `found` with every character that a double-byte encoding has in a block of first bytes. */
function eachCharacter(
  decoder: TextDecoder,
  [from, to]: readonly [number, number],
  found: (character: string, code: number) => void,
): void {
  for (let lead = from; lead <= to; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(character).length === 1) found(character, lead * 256 + trail)
    }
  }
}

/** Characters of a text that are examined: what was read wrongly was so from its beginning. */
const examinedLength = 300

type Characters = {
  /** The usual characters of simplified and of traditional Chinese. */
  common: ReadonlySet<string>
  /** Further characters of GB 2312, many of them in names. */
  rare: ReadonlySet<string>
  /** The two bytes of each character in GBK. */
  bytesOf: ReadonlyMap<string, number>
}
let characters: Characters | undefined

/** Read from the decoders once: the standards order characters by use. */
function knownCharacters(): Characters {
  if (characters !== undefined) return characters
  const common = new Set<string>()
  const rare = new Set<string>()
  const bytesOf = new Map<string, number>()
  eachCharacter(gb, [0x81, 0xfe], (character, code) => {
    bytesOf.set(character, code)
    if (!/\p{Script=Han}/u.test(character) || (code & 255) < 0xa1 || code < 0xb000) return
    if (code < 0xd800) common.add(character)
    else if (code < 0xf800) rare.add(character)
  })
  eachCharacter(traditional, [0xa4, 0xc6], (character) => {
    if (/\p{Script=Han}/u.test(character)) common.add(character)
  })
  characters = { common, rare, bytesOf }
  return characters
}

/**
 * How likely a decoded text is what its writer wrote, 0 to 1: the share of usual Chinese characters and signs among those that
 * are not ASCII. A Chinese character within a Latin word is a letter with an accent, read wrongly.
 */
export function plausibility(text: string): number {
  const { common, rare } = knownCharacters()
  const signs = text.match(/[^\p{ASCII}]/gu) ?? []
  const weights = signs.map((sign) => {
    if (common.has(sign) || /[\u3000-\u301f\uff00-\uffe6\u2010-\u2026\u00b7]/u.test(sign)) return 1
    return rare.has(sign) ? 0.3 : 0
  })
  const withinWords = text.match(/(?<=\p{Script=Latin})\p{Script=Han}(?=[a-z])/gu)?.length ?? 0
  const sum = weights.reduce((total: number, weight) => total + weight, 0) - withinWords
  return signs.length === 0 ? 1 : Math.max(0, sum / signs.length)
}

/**
 * What a text was before it was read in a wrong encoding: UTF-8 as GBK (`浣犲ソ`) or as Windows-1252 (`ä½ å¥½`), GBK as
 * Windows-1252 (`ÄãºÃ`), Big5 as GBK.
 * Undefined for a sound text.
 */
export function textBeforeMojibake(whole: string): string | undefined {
  const text = whole.slice(0, examinedLength)
  const latin = /[\u00a1-\u00fe]/u.test(text) ? latinBytes(text) : undefined
  if (latin !== undefined) {
    const chinese = gb.decode(latin)
    const isChinese =
      /\p{Script=Han}{2}/u.test(chinese) && !/[a-z]/i.test(chinese) && plausibility(chinese) > 0.6
    return fromUtf8(latin) ?? (isChinese ? chinese : undefined)
  }
  const { common } = knownCharacters()
  const han = text.match(/\p{Script=Han}/gu) ?? []
  if (/[a-z]\p{Script=Han}/u.test(text)) {
    const accented = fromUtf8(gbBytes(text))
    if (accented !== undefined) return accented
  }
  const signs = text.match(/[\p{Script=Han}\u3040-\u30ff\ue000-\uf8ff]/gu) ?? []
  const unusual = signs.filter((character) => !common.has(character)).length
  if (signs.length < 2 || (unusual === 0 && !isLeadOfUtf8(han))) return undefined
  const bytes = gbBytes(text)
  const fromGb = fromUtf8(bytes)
  if (fromGb !== undefined) return fromGb
  if (bytes === undefined || unusual / signs.length < 0.2) return undefined
  const big5 = traditional.decode(bytes)
  // One kana among Chinese characters is nothing that a Japanese writes, but for の.
  const hasStray = han.length >= 3 && /^[^\u3040-\u30ff]*(?!の)[\u3041-\u30fa][^\u3040-\u30ff]*$/u.test(text)
  const least = hasStray ? 0.1 : 0.4
  return !big5.includes('\ufffd') && plausibility(big5) - plausibility(text) > least ? big5 : undefined
}

/** Whether a character begins like three bytes of UTF-8 for Chinese. */
function isLeadOfUtf8(han: readonly string[]): boolean {
  const { bytesOf } = knownCharacters()
  return han.some((character) => {
    const lead = (bytesOf.get(character) ?? 0) >> 8
    return lead >= 0xe4 && lead <= 0xe9
  })
}

/** The Chinese text of bytes that are UTF-8, but for at most two at the end. */
function fromUtf8(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined) return undefined
  const whole = [0, 1, 2].map((cut) => bytes.subarray(0, bytes.length - cut)).find((part) => isUtf8(part))
  const text = whole?.toString('utf8') ?? ''
  const isChinese = (text.match(/[\u4e00-\u9fff]/gu)?.length ?? 0) >= 2
  const isLatin = bytes.length === whole?.length && /^[\p{Script=Latin}\p{ASCII}]+$/u.test(text)
  return isChinese || (isLatin && text.length < bytes.length) ? text : undefined
}

function gbBytes(text: string): Buffer | undefined {
  const { bytesOf } = knownCharacters()
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const pair = code < 0x80 ? undefined : bytesOf.get(character)
    if (code < 0x80) bytes.push(code)
    // Windows has the sign at this byte in GBK.
    else if (character === '€') bytes.push(0x80)
    else if (pair !== undefined) bytes.push(pair >> 8, pair & 255)
    else return undefined
  }
  return Buffer.from(bytes)
}

/** Windows-1252 from 0x80 to 0x9F; Node's decoder reads these bytes as control characters. */
const windowsSigns = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function latinBytes(text: string): Buffer | undefined {
  const bytes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    const at = code < 0x100 ? -1 : windowsSigns.indexOf(character)
    return at < 0 ? code : 0x80 + at
  })
  return bytes.every((byte) => byte < 0x100) ? Buffer.from(bytes) : undefined
}
