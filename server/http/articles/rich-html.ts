import type { Database } from '#server/db/connect.ts'
import { readEmbeddingText, textWithEmbeds } from '#server/services/content/embeds/embedded-text.ts'
import { resolveEmbeds } from '#server/services/content/embeds/resolve-embeds.ts'
import { shownHtml, type ShownOptions } from '#server/services/content/texts/shown-html.ts'

/** Adds to a row its stored text as HTML for pages. */
export function withHtml<Row extends { body: string }>(row: Row, options: ShownOptions): Row {
  return { ...row, body: shownHtml(row.body, options) }
}

type ArticleOptions = ShownOptions & { now: Date }

/** Adds to an article its stored text as HTML for pages, with what it embeds. */
export async function withEmbeds<Row extends { body: string }>(
  db: Database,
  row: Row,
  options: ArticleOptions,
): Promise<Row & Partial<Pick<ReturnType<typeof textWithEmbeds>, 'parts'>>> {
  const [shown = row] = await withEmbedsEach(db, [row], options)
  return shown
}

/** The same for several articles; what they embed is read together. */
export async function withEmbedsEach<Row extends { body: string }>(
  db: Database,
  rows: readonly Row[],
  { now, ...shown }: ArticleOptions,
): Promise<(Row & Partial<Pick<ReturnType<typeof textWithEmbeds>, 'parts'>>)[]> {
  const read = rows.map((row) => ({ row, text: readEmbeddingText(row.body, shown) }))
  const texts = read.map(({ text }) => text)
  const resolved = await resolveEmbeds(db, texts, now)
  return read.map(({ row, text }) => ({ ...row, ...textWithEmbeds(text, resolved) }))
}
