import { z } from 'zod'
import { readRows } from '../read-rows.ts'
import { graduateCard, questionCard, sceneTopic, story, suiting, teacherCard, type Pooled } from './cards.ts'

/** When a visit makes sense: on a Saturday, or while there are lessons, lunch, clubs or an evening at school. */
const visitHours = z.enum(['morning', 'afternoon', 'lessons', 'noon', 'after', 'evening'])
export type VisitHours = z.infer<typeof visitHours>

/** An open day: title, description, hours, and as many seats as the title says. */
const visit = z.tuple([z.string(), z.string(), visitHours, z.int().optional()])

function pool<Card>(name: string, card: z.ZodType<Card>): readonly Pooled<Card>[] {
  return readRows(`pools/${name}.jsonl`, z.tuple([card, suiting.optional()]))
}

/** What can be told about any school that it suits, by subject. */
export const pools = {
  support: pool('support', z.string()),
  days: pool('days', z.string()),
  curriculumNotes: pool('curriculum-notes', z.string()),
  intake: pool('intake', z.string()),
  assessment: pool('assessment', z.string()),
  money: pool('money', z.string()),
  transfers: pool('transfers', z.string()),
  stories: pool('stories', story),
  graduates: pool('graduates', graduateCard),
  localGraduates: pool('local-graduates', graduateCard),
  movers: pool('movers', graduateCard),
  heads: pool('heads', teacherCard),
  staff: pool('staff', teacherCard),
  questions: pool('questions', questionCard),
  scenes: pool('scenes', sceneTopic),
  openDays: pool('open-days', visit),
}
