/** The columns of an entity's files by every name: their own, and the Chinese one. */
export type Columns = ReadonlyMap<string, string>

const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Creates the lookup table of column names. */
export function columnsOf(chinese: Readonly<Record<string, string>>): Columns {
  return new Map(
    Object.entries(chinese).flatMap(([name, other]) => [[name, name] as const, [other, name] as const]),
  )
}

/** The column of a name in a header. */
export function columnOf(columns: Columns, name: string): string | undefined {
  return columns.get(fold(name))
}

/** The known name nearest to an unknown one, when it looks like a typo. */
export function nearestName(columns: Columns, name: string): string | undefined {
  const given = fold(name)
  const near = [...columns.keys()]
    .map((known) => ({ known, far: distance(given, known) }))
    .filter(({ known, far }) => known.length > 2 && far <= Math.max(1, known.length / 3))
  return near.toSorted((a, b) => a.far - b.far)[0]?.known
}

/** Levenshtein distance of two names. */
function distance(one: string, other: string): number {
  const wanted = Array.from(other)
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (const [place, counterpart] of wanted.entries()) {
      const replaced = (row[place] ?? 0) + (letter === counterpart ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[wanted.length] ?? 0
}
