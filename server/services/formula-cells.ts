/**
 * Characters that make a spreadsheet read a cell as a formula; full-width ones too, as Chinese input methods type them.
 */
const formula = String.raw`[=+\-@\t\r\n\0＝＋－＠]`
const dangerous = new RegExp(`^'*${formula}`, 'u')
const marked = new RegExp(`^'+${formula}`, 'u')

/** Escapes a CSV cell against formula injection: an apostrophe before text that looks like a formula. */
export function escapeFormula(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

/** Removes the apostrophe of `escapeFormula`, or of a spreadsheet's user. */
export function unescapeFormula(text: string): string {
  return marked.test(text) ? text.slice(1) : text
}
