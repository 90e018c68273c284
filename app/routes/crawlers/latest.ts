/** The latest of several moments in ISO 8601; undefined when there is none. */
export function latest(moments: readonly (string | undefined)[]): string | undefined {
  return moments.reduce<string | undefined>(
    (last, moment) => (moment !== undefined && (last === undefined || moment > last) ? moment : last),
    undefined,
  )
}
