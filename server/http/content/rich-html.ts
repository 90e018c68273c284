import { shownHtml, type ShownOptions } from '#server/services/rich-text/shown-html.ts'

/** Adds to a row its stored text as HTML for pages. */
export function withHtml<Row extends { body: string }>(row: Row, options: ShownOptions): Row {
  return { ...row, body: shownHtml(row.body, options) }
}
