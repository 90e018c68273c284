/** Position of a row: the file as the operator named it, and the line where the row begins, from 1. */
export type Place = { file: string; line: number }

/** A message about a row; without a field it concerns the whole row. */
export type RowProblem = Place & { field?: string | undefined; message: string }

/** Rows by the names of their files and their lines, each with why it is refused. */
export type RefusedRows = ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>

/** Causes that are kept at most. */
const keptCauses = 2000

/**
 * Collects messages about a file's rows. One that many rows share is counted and listed once, with the first of its lines; fifty
 * are listed unless another number is given.
 */
export class Problems {
  readonly #causes = new Map<string, { problem: RowProblem; lines: number[] }>()
  /** Messages that are only counted. */
  #others = 0
  #concernsFile = false
  readonly #shownAtMost: number
  readonly #listedEach: number
  readonly #leftOut: RefusedRows

  /**
   * `listedEach`: rows with one message that are listed each; more of them are listed as one. `leftOut`: rows that are not read,
   * and of which nothing is noted.
   */
  constructor(shownAtMost = 50, listedEach = 5, leftOut: RefusedRows = new Map()) {
    this.#shownAtMost = shownAtMost
    this.#listedEach = listedEach
    this.#leftOut = leftOut
  }

  /** Whether a row is not read. */
  leavesOut({ file, line }: Place): boolean {
    return this.#leftOut.get(file)?.has(line) === true
  }

  /** Adds a message about a file or its header, without which no row of it can be stored. */
  addOfFile(place: Place, message: string, field?: string): void {
    this.#concernsFile = true
    this.add(place, message, field)
  }

  /** The rows that the messages are about; undefined when one is about a whole file, or there are too many. */
  refusedRows(): RefusedRows | undefined {
    if (this.#concernsFile || this.#others > 0) return undefined
    const rows = new Map<string, Map<number, string[]>>()
    for (const { problem, lines } of this.#causes.values()) {
      const { file, field, message } = problem
      const ofFile = rows.get(file) ?? new Map<number, string[]>()
      rows.set(file, ofFile)
      for (const line of lines)
        ofFile.set(line, [
          ...(ofFile.get(line) ?? []),
          field === undefined ? message : `${field}: ${message}`,
        ])
    }
    return rows
  }

  /** Adds the messages of another collection. */
  addAll(others: Problems): void {
    this.#concernsFile ||= others.#concernsFile
    this.#others += others.#others
    for (const { problem, lines } of others.#causes.values())
      for (const line of lines) this.add({ file: problem.file, line }, problem.message, problem.field)
  }

  /** Adds one message; without a field it concerns the whole row. */
  add(place: Place, message: string, field?: string): void {
    if (this.leavesOut(place)) return
    const key = JSON.stringify([place.file, field, message])
    const cause = this.#causes.get(key)
    if (cause !== undefined) cause.lines.push(place.line)
    else if (this.#causes.size === keptCauses) this.#others += 1
    else this.#causes.set(key, { problem: { ...place, field, message }, lines: [place.line] })
  }

  /** The number of messages, those with one cause counted as they are listed. */
  get count(): number {
    let sum = this.#others
    for (const { lines } of this.#causes.values()) sum += lines.length > this.#listedEach ? 1 : lines.length
    return sum
  }

  /** The listed messages, in the order of the file. */
  rows(): RowProblem[] {
    return this.#all()
      .toSorted((a, b) => (a.file === b.file ? a.line - b.line : 0))
      .slice(0, this.#shownAtMost)
  }

  #all(): RowProblem[] {
    return [...this.#causes.values()].flatMap(({ problem, lines }) => {
      if (lines.length <= this.#listedEach) return lines.map((line) => ({ ...problem, line }))
      const first = lines.slice(0, this.#listedEach).join('、')
      return [{ ...problem, message: `${problem.message}（第 ${first} 行等 ${lines.length} 行都是这样）` }]
    })
  }

  /** The lines to print, in the order of the file, and how many more there are. */
  lines(): string[] {
    const texts = this.rows().map(({ file, line, field, message }) =>
      [`${file}:${line}`, ...(field === undefined ? [] : [field]), message].join(': '),
    )
    const rest = this.count - texts.length
    return [...texts, ...(rest === 0 ? [] : [`… 另有 ${rest} 条`])]
  }
}

/** An export writes an empty file for an entity without rows. */
export function noteEmpty(files: readonly { name: string }[], notices: Problems): void {
  for (const { name } of files) notices.add({ file: name, line: 1 }, '文件里没有数据')
}
