import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { dataPath, readRows } from '../read-rows.ts'
import { graduateCard, questionCard, sceneTopic, story, suiting, teacherCard } from './cards.ts'

const text = z.strictObject({
  summary: z.string().optional(),
  belief: z.string().optional(),
  course: z.string().optional(),
  campus: z.string().optional(),
  stories: story.optional(),
  graduates: graduateCard.optional(),
  teachers: teacherCard.optional(),
  questions: questionCard.optional(),
})
type Texts = Required<z.infer<typeof text>>

const head = z.strictObject({
  slug: z.string(),
  needs: suiting.optional(),
  strength: z.string(),
  scenes: z.array(sceneTopic),
})

/**
 * What a school cares about: which schools that suits, what it is known for in one short phrase, and everything that can
 * be told about it. All texts are phrases (phrase.ts) with the slots of words.ts; a city has at most one school of a theme
 * until the themes run out.
 */
export type Theme = z.infer<typeof head> & { [Name in keyof Texts]: readonly NonNullable<Texts[Name]>[] }

const isThere = <Text>(text: Text | undefined): text is Text => text !== undefined

/** A file's first line is the theme, each other line one text of a kind. */
function readTheme(file: string): Theme {
  const [first, ...others] = readRows(`themes/${file}`, z.union([head, text]))
  const given = others.map((line) => text.parse(line))
  return {
    ...head.parse(first),
    summary: given.map(({ summary }) => summary).filter(isThere),
    belief: given.map(({ belief }) => belief).filter(isThere),
    course: given.map(({ course }) => course).filter(isThere),
    campus: given.map(({ campus }) => campus).filter(isThere),
    stories: given.map(({ stories }) => stories).filter(isThere),
    graduates: given.map(({ graduates }) => graduates).filter(isThere),
    teachers: given.map(({ teachers }) => teachers).filter(isThere),
    questions: given.map(({ questions }) => questions).filter(isThere),
  }
}

/** All themes; a city has a school of each as far as its schools go. */
export const themes: readonly Theme[] = readdirSync(dataPath('themes')).toSorted().map(readTheme)
