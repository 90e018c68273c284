import type { DataOf } from '#server/contract/endpoint.ts'
import type { getQuestion, listQuestions } from '#server/contract/staff/questions.ts'

/** A question of the list, and one with everything. */
export type Question = DataOf<typeof listQuestions>['items'][number]
export type QuestionDetail = DataOf<typeof getQuestion>

/** The beginning of a text on one line, for lists and choices. */
export function beginningOf(text: string, length = 60): string {
  const line = text.replaceAll(/\s+/g, ' ')
  const characters = Array.from(line)
  return characters.length <= length ? line : `${characters.slice(0, length).join('')}…`
}
