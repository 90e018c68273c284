/** Position of a row: the file as the operator named it, and the line where the row begins, from 1. */
export type Place = { file: string; line: number }

/** Collects messages about a file's rows: all are counted, fifty are listed unless another number is given. */
export class Problems {
  readonly #shown: { place: Place; text: string }[] = []
  #count = 0
  readonly #shownAtMost: number

  constructor(shownAtMost = 50) {
    this.#shownAtMost = shownAtMost
  }

  /** Adds one message; without a field it concerns the whole row. */
  add(place: Place, message: string, field?: string): void {
    this.#count += 1
    if (this.#shown.length >= this.#shownAtMost) return
    this.#shown.push({
      place,
      text: [`${place.file}:${place.line}`, ...(field === undefined ? [] : [field]), message].join(': '),
    })
  }

  get count(): number {
    return this.#count
  }

  /** The lines to print, in the order of the file, and how many more there are. */
  lines(): string[] {
    const inOrder = this.#shown.toSorted((a, b) =>
      a.place.file === b.place.file ? a.place.line - b.place.line : 0,
    )
    const rest = this.#count - this.#shown.length
    return [...inOrder.map(({ text }) => text), ...(rest === 0 ? [] : [`… 另有 ${rest} 条`])]
  }
}

/** An export writes an empty file for an entity without rows. */
export function noteEmpty(files: readonly { name: string }[], notices: Problems): void {
  for (const { name } of files) notices.add({ file: name, line: 1 }, '文件里没有数据')
}
