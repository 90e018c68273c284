/** Region code and national number, as people in the seven cities have them: mainland, Hong Kong and Macau mobiles. */
const shapes = [/^(?:\+?0{0,2}86)?(1[3-9]\d{9})$/, /^\+?0{0,2}852([4-9]\d{7})$/, /^\+?0{0,2}853(6\d{7})$/]
const regions = ['86', '852', '853']

/**
 * A mobile number in one spelling, E.164 such as `+8613800000000`, whatever spaces, hyphens, brackets, full-width digits
 * and country prefix it was typed with. Hong Kong and Macau numbers need their 852 or 853. Undefined for anything else.
 */
export function normalPhone(typed: string): string | undefined {
  const bare = typed
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff()\-\u2010-\u2015.]/g, '')
  for (const [at, shape] of shapes.entries()) {
    const national = shape.exec(bare)?.[1]
    if (national !== undefined) return `+${regions[at] ?? ''}${national}`
  }
  return undefined
}

/** Masks a stored phone number: `138****0000`, `+852 9***4567`. Empty for what is no number. */
export function maskPhone(phone: string): string {
  const mainland = /^\+86(\d{3})\d{4}(\d{4})$/.exec(phone)
  if (mainland) return `${mainland[1] ?? ''}****${mainland[2] ?? ''}`
  const other = /^\+(85[23])(\d)\d{3}(\d{4})$/.exec(phone)
  return other ? `+${other[1] ?? ''} ${other[2] ?? ''}***${other[3] ?? ''}` : ''
}

/** Masks a person's name: its first character and stars, `张**`. */
export function maskName(name: string): string {
  const [first = ''] = name.trim()
  return first === '' ? '' : `${first}**`
}
