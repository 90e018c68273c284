/** Values that Excel, WPS and LibreOffice show in place of a result, and cells that are too narrow for their number. */
const errorValue = /^(?:#[A-Z][A-Z\d_/ ]*[!?]?|#N\/A|Err:\d{3}|#{3,})$/iu
/** What programs write for no value. `Null` and `Nan` are names of people. */
const noValue =
  /^(?:null|NULL|nil|nan|NaN|NAN|None|NaT|<NA>|undefined|UNDEFINED|\(null\)|\(NULL\)|\[null\]|N\/A|n\/a|\\N|\[object Object\])$/
const exponent = /^[+-]?\d(?:\.\d+)?E[+-]\d{1,3}$|^\d\.\d{3,}E\d{1,2}$/iu
/** `12月3日`, `3-Dec`, `Dec-03`: what a spreadsheet makes of 12-3. */
const dayOfNoYear = /^(?:\d{1,2}月\d{1,2}日|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{2})$/u
/** Traces of bytes that were read in a wrong encoding and could not be written back. */
const lostBytes = /锟斤|斤拷|烫烫烫|屯屯屯|\ufffd/u

/** What a text is that only a program can have written into a cell; undefined for any other text. */
export function debrisFault(given: string): string | undefined {
  const text = given.normalize('NFKC').trim()
  if (errorValue.test(text) && /[!?/]|#{3}|Err|#(?:NAME|N\/A|NULL|NUM|REF|VALUE|DIV|SPILL|CALC)/iu.test(text))
    return `“${given.trim()}”是表格软件的出错提示，不是内容；请改成实际内容，没有就留空`
  if (noValue.test(text)) return `“${given.trim()}”是程序写的“没有内容”；没有就留空`
  if (exponent.test(text))
    return `“${text}”是表格软件把一串数字写成了科学记数法，原来的数字已不完整；请把这一列设成“文本”再填`
  if (dayOfNoYear.test(text)) return `“${text}”像是表格软件把编号变成了日期；请把这一列设成“文本”再填`
  if (lostBytes.test(text)) return '文字已经损坏（保存时编码不对），请从原来的文件重新保存'
  if (/^\?\p{Script=Han}/u.test(text)) return '以“?”开头，可能是保存时丢了生僻字；请把文件另存为“CSV UTF-8”'
  return /^[?_]+$/.test(text) ? `只有“${text.charAt(0)}”，原来的文字在保存时丢了` : undefined
}

/** Whether a text is a day alone, which is no name, place or title. */
export function isDayAlone(given: string): boolean {
  const text = given.normalize('NFKC').trim()
  return /^\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?(?:\s+[\d:]+)?$/.test(text)
}

/** What is wrong with the text of a name or a place: debris, signs, digits or a date alone, a lost character. */
export function nameFault(given: string): string | undefined {
  const text = given.normalize('NFKC').trim()
  if (text === '') return undefined
  const debris = debrisFault(given)
  if (debris !== undefined) return debris
  if (!/[\p{L}\p{N}\p{Co}]/u.test(text)) return `“${given.trim()}”不是文字；没有就留空`
  if (isDayAlone(text)) return `“${text}”是日期，不像这一列的内容`
  return /\p{Script=Han}\?|\?\p{Script=Han}|\?{2}/u.test(text)
    ? '有“?”，可能是保存时丢了生僻字；请把文件另存为“CSV UTF-8”'
    : undefined
}
