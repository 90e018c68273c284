import { shownHtml, type ShownOptions } from '#server/services/rich-text/shown-html.ts'

/** A row with its stored text as pages show it. */
export function withHtml<Row extends { body: string }>(row: Row, options: ShownOptions): Row {
  return { ...row, body: shownHtml(row.body, options) }
}
