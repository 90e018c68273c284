/** A text in which no number is parted from the Chinese unit after it: `2027 年` has a space that does not break. */
export function nonBreakingUnits(text: string): string {
  return text.replace(/(\d) (?=\p{Script=Han})/gu, '$1\u00a0')
}
