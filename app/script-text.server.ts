/** A value as JSON in which nothing ends a script, opens a comment, or breaks a line of an old parser. */
export function scriptText(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}
