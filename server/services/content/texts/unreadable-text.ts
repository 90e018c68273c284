/** Longest line of a Markdown text, in UTF-16 units: the parser's time grows with the square of a line's length. */
export const longestLine = 5000

/** Most elements of a text, so that it is shown in a fraction of a second. */
export const mostElements = 5000

/** A text that is not read; its message says why, in Chinese, for whoever wrote it. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

/** The refusal of a text that takes too much time or memory, or has too many elements. */
export function tooComplex(): UnreadableText {
  return new UnreadableText('这段文字太复杂，没有读完：表格、列表、链接或符号太多，请减少一些，或分成几篇')
}

/** The refusal of a text whose elements are nested too deeply. */
export function tooDeeplyNested(): UnreadableText {
  return new UnreadableText('标签或引用、列表一层套一层，超过 100 层：请检查有没有漏写结束标签')
}

/** The refusal of the first line that is too long; undefined when there is none. */
export function longLineRefusal(text: string): UnreadableText | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex(({ length }) => length > longestLine)
  const line = lines[at]
  if (line === undefined) return undefined
  const start = line
    .trimStart()
    .slice(0, 10)
    .replace(/[\uD800-\uDBFF]$/, '')
  return new UnreadableText(
    `第 ${at + 1} 行（“${start}…”）有 ${line.length} 个字，一行最多 ${longestLine} 个字：请在中间换行`,
  )
}
