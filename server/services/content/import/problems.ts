/** Position of a row: the file as the operator named it, and the line where the row begins, from 1. */
export type Place = { file: string; line: number }

/** A message about a row; without a field it concerns the whole row. */
export type RowProblem = Place & { field?: string | undefined; message: string }

/** Collects messages about a file's rows: all are counted, fifty are listed unless another number is given. */
export class Problems {
  readonly #shown: RowProblem[] = []
  #count = 0
  readonly #shownAtMost: number

  constructor(shownAtMost = 50) {
    this.#shownAtMost = shownAtMost
  }

  /** Adds one message; without a field it concerns the whole row. */
  add(place: Place, message: string, field?: string): void {
    this.#count += 1
    if (this.#shown.length >= this.#shownAtMost) return
    this.#shown.push({ ...place, field, message })
  }

  get count(): number {
    return this.#count
  }

  /** The listed messages, in the order of the file. */
  rows(): RowProblem[] {
    return this.#shown.toSorted((a, b) => (a.file === b.file ? a.line - b.line : 0))
  }

  /** The lines to print, in the order of the file, and how many more there are. */
  lines(): string[] {
    const texts = this.rows().map(({ file, line, field, message }) =>
      [`${file}:${line}`, ...(field === undefined ? [] : [field]), message].join(': '),
    )
    const rest = this.#count - texts.length
    return [...texts, ...(rest === 0 ? [] : [`… 另有 ${rest} 条`])]
  }
}

/** An export writes an empty file for an entity without rows. */
export function noteEmpty(files: readonly { name: string }[], notices: Problems): void {
  for (const { name } of files) notices.add({ file: name, line: 1 }, '文件里没有数据')
}
