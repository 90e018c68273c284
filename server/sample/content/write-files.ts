import { z } from 'zod'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { idsOfKeys } from '#server/db/content/school-import.ts'
import { applyRun } from '#server/services/content/import/apply-run.ts'
import { checkFiles } from '#server/services/content/import/check-files.ts'
import type { ContentEntity } from '#server/services/content/import/content/content-entities.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import type { FoundPicture } from '#server/services/content/import/picture-finder.ts'
import type { Problems } from '#server/services/content/import/problems.ts'
import type { RawRow } from '#server/services/content/import/rows/raw-row.ts'
import { runAtOnce } from '#server/services/content/import/run-at-once.ts'
import { writeFiles } from '#server/services/content/import/write-files.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { listPictures } from '../pictures.ts'
import { withSchoolIds, type SampleFiles, type SampleRow } from './files.ts'

type Needs = {
  connection: DatabaseConnection
  images: Pick<ImageStore, 'remove'>
  today: string
  /** Runs in the transaction before anything is written. */
  before?: ((tx: Transaction) => Promise<void>) | undefined
}

/** Imports rows of sample data in one transaction, without an entry in the list of imports. Throws when one is refused. */
export async function writeSample(files: SampleFiles, needs: Needs): Promise<void> {
  const { connection, images, today, before } = needs
  const { schools = [], ...content } = Object.fromEntries(files)
  const importing = { signal: new AbortController().signal, onProgress: ignored, writing: { today } }
  const pictures = { look: picture, store: picture }
  const checked = await checkFiles(importFiles({ schools }), { pictures, onRow: ignored })
  const { problems } = checked.notes
  refuse(problems)
  await runAtOnce({ database: connection, images }, async (within, run) => {
    await before?.(within.db)
    const ofSchools = await writeFiles(within, run, checked, importing)
    refuse(problems)
    // Articles name schools by the ids that these have now.
    const ids = await idsOfKeys(
      within.db,
      schools.flatMap(({ key }) => key ?? []),
    )
    const others = importFiles(content, (row) => withSchoolIds(row, ids))
    const ofContent = await writeFiles(within, run, { ...checked, files: others }, importing)
    refuse(problems)
    const sums = [...ofSchools.sums, ...ofContent.sums]
    const version = await applyRun(within.db, run, { entities: [...others.content.keys()], sums })
    return { outcome: undefined, version }
  })
}

const ignored = () => undefined

function refuse(problems: Problems): void {
  if (problems.count > 0) throw new Error(problems.lines().join('\n'))
}

function importFiles(
  rows: Readonly<Record<string, readonly SampleRow[]>>,
  written: (row: SampleRow) => SampleRow = (row) => row,
) {
  const files = Object.entries(rows).map(([kind, own]) => {
    const name = `${kind}.jsonl`
    return { name, rows: rawRows(name, own.map(written)) }
  })
  const { content, ...others } = filesByKind(files)
  return { ...others, content: new Map([...content].map(([entity, own]) => [asStored(entity), own])) }
}

/**
 * A kind of content whose texts are taken as they are: those of the sample stand as they are stored, and to read each in the
 * thread for texts of others would take longer than all else.
 */
function asStored(entity: ContentEntity): ContentEntity {
  const fields = entity.fields.map((field) =>
    field.kind === 'rich' ? { ...field, schema: z.string() } : field,
  )
  return { ...entity, fields }
}

/** Rows by column as those of a file are, each with its line. */
export function rawRows(file: string, rows: readonly object[]): RawRow[] {
  return rows.map((row, at) => ({ place: { file, line: at + 1 }, fields: new Map(Object.entries(row)) }))
}

/** A picture of the sample by the name of its file. */
async function picture(name: string): Promise<FoundPicture> {
  const found = listPictures().get(name)
  if (found === undefined) return `没有示例图片 ${name}`
  const { src, width, height, color } = found
  return { src, width, height, color }
}
