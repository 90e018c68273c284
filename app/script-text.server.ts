/**
 * A value as JSON that is safe inside a script element: nothing ends the script, opens a comment, or breaks a line in
 * an old parser.
 */
export function scriptText(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}
