import { expect } from 'vitest'
import { publishImport } from '#server/contract/staff/imports.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import type { StaffStage } from './staff-stage.ts'
import { uploadForm } from './upload-form.ts'

/** Imports lines of schools as an editor does, with what the form says of their source. Throws for one that is refused. */
export async function importSchools(
  { stage, database, token }: { stage: StaffStage; database: DatabaseConnection; token: string },
  lines: readonly object[],
  source: Readonly<Record<string, string>> = {},
): Promise<void> {
  const file = new File([lines.map((line) => JSON.stringify(line)).join('\n')], 'schools.jsonl')
  const version = await readContentVersion(database.db)
  const reply = await stage.post('/api/staff/imports', uploadForm([file], { version, ...source }), token)
  expect(reply).toMatchObject({ code: 1000 })
  expect(publishImport.data.parse(reply.data)).toMatchObject({ problems: [], stored: true })
}
