/** An article as it is written: slug, title, one line, paragraphs. */
export type Article = { slug: string; title: string; summary: string; body: readonly string[] }
