import { z } from 'zod'
import { curricula } from '#server/contract/vocabulary.ts'
import { readRows } from '../read-rows.ts'
import { newsTopic } from './cards.ts'

/** An article as it is written: slug, title, one line, paragraphs. */
const article = z.strictObject({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  body: z.array(z.string()),
})
export type Article = z.infer<typeof article>

/** News: title, one line, picture, days before today, paragraphs. */
const newsDraft = z.strictObject({
  title: z.string(),
  summary: z.string(),
  picture: newsTopic,
  age: z.int(),
  body: z.array(z.string()),
})
export type NewsDraft = z.infer<typeof newsDraft>

/** What parents should know of each curriculum. */
export const courses = readRows(
  'articles/courses.jsonl',
  article.extend({ slug: z.literal(curricula.map(({ slug }) => slug)) }),
)

/** Planning articles for all cities. */
export const plannings = readRows('articles/plannings.jsonl', article)

/** News that belongs to every city. */
export const generalNews = readRows('articles/general-news.jsonl', newsDraft)
