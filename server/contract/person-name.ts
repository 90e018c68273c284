import { nameFault } from './spreadsheet-debris.ts'

/** Most characters of a person's name, rare ones of two UTF-16 units counted once. */
export const personNameLimit = 60

/** Control characters, line breaks, and characters that change the text direction. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Whether a text is one line without control or direction characters. */
export function isPlainLine(text: string): boolean {
  return !controls.test(text)
}

/** What is wrong with a person's name as typed; a family name alone is accepted. Undefined for a name. */
export function personNameFault(typed: string): string | undefined {
  const name = typed.trim()
  if (name === '') return '请填写姓名'
  if (Array.from(name).length > personNameLimit) return `姓名最多 ${personNameLimit} 个字`
  if (!isPlainLine(name)) return '姓名里有换行或看不见的字符，请重新填写'
  return /^[\d\s+()-]{5,}$/.test(name.normalize('NFKC'))
    ? '全是数字，不像姓名；是不是和电话填反了？'
    : nameFault(name)
}
