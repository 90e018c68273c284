import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { staffStage } from './staff-stage.ts'

const asked = z.object({ version: z.string() })
const reported = z.object({ answered_at: z.string().optional() })

/** A member who decides about questions and answers reports of errors by the calls of the pages, as they are now. */
export async function reviewerOn(database: DatabaseConnection) {
  const stage = staffStage(database)
  const token = await stage.sessionOf(await stage.member('周主管', '13800000099', 'administrator'))
  return {
    /** Decides about a question: `show`, `refuse`, `answer`, `edit`, `join`. */
    async decide(id: number, what: string, fields: object = {}) {
      const path = `/api/staff/questions/${id}`
      const { version } = asked.parse((await stage.get(path, token)).data)
      const done = await stage.post(`${path}/${what}`, { version, ...fields }, token)
      if (done.code !== 1000) throw new Error(done.text)
    },
    /** Answers a report of an error. */
    async answer(id: number, state: 'corrected' | 'unchanged', answer: string) {
      const path = `/api/staff/corrections/${id}`
      const { answered_at = '' } = reported.parse((await stage.get(path, token)).data)
      const done = await stage.post(`${path}/answer`, { state, answer, answered_at }, token)
      if (done.code !== 1000) throw new Error(done.text)
    },
    get: (path: string) => stage.get(path, token),
  }
}

/** A reviewer of questions and of reports of errors. */
export type Reviewer = Awaited<ReturnType<typeof reviewerOn>>
