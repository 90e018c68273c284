/** The columns of one entity's files by every name they go under: their own, and the one of a header in Chinese. */
export type Columns = ReadonlyMap<string, string>

const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Makes the table of names from the columns and their Chinese names. */
export function columnsOf(chinese: Readonly<Record<string, string>>): Columns {
  return new Map(
    Object.entries(chinese).flatMap(([name, other]) => [[name, name] as const, [other, name] as const]),
  )
}

/** The column that a name in a file stands for. */
export function columnOf(columns: Columns, name: string): string | undefined {
  return columns.get(fold(name))
}

/** The known name nearest to one that is not known, when it looks like a slip. */
export function nearestName(columns: Columns, name: string): string | undefined {
  const given = fold(name)
  const near = [...columns.keys()]
    .map((known) => ({ known, far: distance(given, known) }))
    .filter(({ known, far }) => known.length > 2 && far <= Math.max(1, known.length / 3))
  return near.toSorted((a, b) => a.far - b.far)[0]?.known
}

/** How many letters must be changed, added or dropped (Levenshtein). */
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
