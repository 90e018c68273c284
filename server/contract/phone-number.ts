/** Region code and national number, as people in the seven cities have them: mainland, Hong Kong and Macau mobiles. */
const shapes = [/^(?:\+?0{0,2}86)?(1[3-9]\d{9})$/, /^\+?0{0,2}852([4-9]\d{7})$/, /^\+?0{0,2}853(6\d{7})$/]
const regions = ['86', '852', '853']

/**
 * A mobile number in one spelling, E.164 such as `+8613800000000`, whatever it was typed with: spaces, hyphens, dots, brackets,
 * full-width digits, words around it, the `.0` of a spreadsheet, a country prefix. Hong Kong and Macau numbers need their 852 or
 * 853. Undefined for anything else, also where further digits stand beside it.
 */
export function normalPhone(typed: string): string | undefined {
  const text = typed.normalize('NFKC').replace(/(?<=\d{7})\.0+$/, '')
  // Other Latin letters make an account's name or a number in E notation.
  if (/[a-z]/i.test(text.replace(/\b(?:tel|phone|mobile|mob|cell)\b/gi, ''))) return undefined
  const bare = text.replace(/[^\d+]/g, '')
  for (const [at, shape] of shapes.entries()) {
    const national = shape.exec(bare)?.[1]
    if (national !== undefined) return `+${regions[at] ?? ''}${national}`
  }
  return undefined
}

/** Calling codes of the world (ITU E.164). */
const callingCode =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[789]\d|85\d|88\d|9[679]\d)(\d+)$/
/** Digits of national numbers, of the countries from which most guests come; of others 7 to 12. */
const nationalNumbers: Readonly<Record<string, RegExp>> = {
  1: /^[2-9]\d{2}[2-9]\d{6}$/,
  7: /^[3-9]\d{9}$/,
  33: /^[1-9]\d{8}$/,
  44: /^[1-9]\d{8,9}$/,
  60: /^[1-9]\d{7,9}$/,
  61: /^[2-478]\d{8}$/,
  65: /^[3689]\d{7}$/,
  81: /^[1-9]\d{8,9}$/,
  82: /^[1-9]\d{7,9}$/,
  86: /^(?:10|2\d|[3-9]\d{2})[2-8]\d{6,7}$/,
  91: /^[2-9]\d{9}$/,
  852: /^[2-9]\d{7}$/,
  853: /^[268]\d{7}$/,
  886: /^[2-9]\d{7,8}$/,
}

/**
 * A number by which somebody is known where no SMS is sent, E.164: what `normalPhone` reads, numbers of the mainland with their
 * area code, and those of other countries with `+` or `00` and the calling code. Undefined for anything else, so for
 * `+14155552671`, which may be a mobile of the mainland too: `+1 415 555 2671` is read.
 */
export function contactPhone(typed: string): string | undefined {
  const mobile = normalPhone(typed)
  if (mobile !== undefined) return mobile
  const text = typed
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/^\D*?(?=\+?\d|\()/u, '')
    .trim()
  if (!/^[\d\s+()./\-\u2010-\u2015]+$/.test(text) || /^\+?(?:00)?1[3-9]\d{9}$/.test(text)) return undefined
  const bare = text.replace(/\(0\)/, '').replace(/[^\d+]/g, '')
  const digits = /^(?:\+|00)(\d{8,15})$/.exec(bare)?.[1] ?? bare.replace(/^0(?=[1-9]\d{8,10}$)/, '86')
  const [, code = '', national = ''] =
    callingCode.exec(/^\d+$/.test(digits) && digits !== bare ? digits : '') ?? []
  const shape = nationalNumbers[code] ?? (code === '39' ? /^\d{7,12}$/ : /^[1-9]\d{6,11}$/)
  return code !== '' && shape.test(national) ? `+${code}${national}` : undefined
}

/** What to say of a phone that cannot be read as typed, with how else it may be written; of none, that it is missing. */
export function phoneFault(typed: string, hint = ''): string {
  return typed.trim() === '' ? '请填写电话' : `请填写正确的电话${hint}`
}

/** Masks a stored phone number: `138****0000`, `+852 9***4567`. Empty for what is no number. */
export function maskPhone(phone: string): string {
  const mainland = /^\+86(1\d{2})\d{4}(\d{4})$/.exec(phone)
  if (mainland) return `${mainland[1] ?? ''}****${mainland[2] ?? ''}`
  const other = /^\+(85[23])(\d)\d{3}(\d{4})$/.exec(phone)
  if (other) return `+${other[1] ?? ''} ${other[2] ?? ''}***${other[3] ?? ''}`
  const foreign = /^(\+\d{2,3})\d{2,8}(\d{4})$/.exec(phone)
  return foreign ? `${foreign[1] ?? ''}****${foreign[2] ?? ''}` : ''
}

/** Masks a person's name: its first character and stars, `张**`. */
export function maskName(name: string): string {
  const [first = ''] = name.trim()
  return first === '' ? '' : `${first}**`
}
