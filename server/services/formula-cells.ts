/** What a spreadsheet takes for the start of a formula; full-width signs too, as Chinese input methods type them. */
const formula = String.raw`[=+\-@\t\r\n\0＝＋－＠]`
const dangerous = new RegExp(`^'*${formula}`, 'u')
const marked = new RegExp(`^'+${formula}`, 'u')

/** A text as a cell of a CSV file that no spreadsheet runs: an apostrophe goes before what looks like a formula. */
export function markFormula(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

/** The text of a cell that `markFormula` wrote, or that a spreadsheet's user marked as text in the same way. */
export function unmarkFormula(text: string): string {
  return marked.test(text) ? text.slice(1) : text
}
