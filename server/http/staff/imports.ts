import { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import {
  checkImport,
  listImports,
  maxImportBytes,
  publishImport,
  undoStaffImport,
} from '#server/contract/staff/imports.ts'
import { forgottenColumn } from '#server/contract/staff/forgotten-column.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { findImports } from '#server/db/content/import-history.ts'
import { findSaidColumns, keepSaidColumns } from '#server/db/content/import-columns.ts'
import { ImportRunningError } from '#server/db/content/import-lock.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import {
  ContentChangedError,
  type ImportFiles,
  type ImportOutcome,
} from '#server/services/content/import/importer.ts'
import type { RefusedRows } from '#server/services/content/import/problems.ts'
import { countRefused, withSoundRows, type SoundRows } from '#server/services/content/import/sound-rows.ts'
import {
  holdsLists,
  refusedTables,
  saidColumns,
  understoodTables,
  withAssigned,
} from '#server/services/content/import/understood-files.ts'
import { sourceOf } from '#server/services/content/import/rows/source-cells.ts'
import { undoImport, type UndoOutcome } from '#server/services/content/import/undo-import.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { MemberTurns } from './member-turns.ts'
import { serveStaff } from './serve-staff.ts'

const shownImports = 50
/** With the heads of the files. */
const maxBodyBytes = maxImportBytes + 16_384

/** Endpoints of imports: checking files, importing them, the list of imports, undoing one. */
export function staffImportEndpoints({ database, images, now }: ApiDependencies, inTurn: MemberTurns) {
  const { db } = database

  const run = async (
    { file: given, columns, ...origin }: z.output<typeof checkImport.input>,
    {
      partly,
      ...options
    }: {
      signal: AbortSignal
      operator: string
      dryRun: boolean
      expectedVersion: number
      /** Whether refused rows are left out. */
      partly: boolean
    },
  ) => {
    const source = sourceOf(origin)
    const own = given.map(async (file) => ({
      name: file.name,
      source,
      bytes: Buffer.from(await file.arrayBuffer()),
    }))
    const said = saidColumns(columns)
    const files = withAssigned(filesByKind(await Promise.all(own)), said, await findSaidColumns(db))
    if (files === undefined) throw invalidFields({ columns: '没有这一列' })
    const runWithout = (leftOut: RefusedRows) =>
      importFiles(database, files, {
        ...options,
        leftOut,
        now: now(),
        images,
        folder: undefined,
        onProgress: () => undefined,
      })
    try {
      const isList = holdsLists(files)
      const found = await withSoundRows(given, runWithout, (file) => !partly || isList(file))
      const isStored = found.outcome.ok && !options.dryRun
      await keepSaidColumns(
        db,
        said.filter(({ column }) => isStored || column === forgottenColumn),
      )
      return await reportOf(files, found)
    } catch (error) {
      throw refusalOf(error)
    }
  }

  return [
    serveStaff(
      checkImport,
      async ({ input, request, staff }) => {
        const version = await readContentVersion(db)
        const options = {
          signal: request.signal,
          operator: staff.name,
          dryRun: true,
          expectedVersion: version,
          partly: true,
        }
        const { outcome: _, ...report } = await run(input, options)
        return { ...report, version }
      },
      { maxBodyBytes, inTurn },
    ),
    serveStaff(
      publishImport,
      async ({ input, request, staff }) => {
        if ((await readContentVersion(db)) !== input.version) throw changedMeanwhile()
        const access = await noteAccess(db, {
          staff,
          command: 'staff imports publish',
          details: { files: input.file.map(({ name }) => name) },
        })
        const { outcome, ...report } = await run(input, {
          signal: request.signal,
          operator: staff.name,
          dryRun: false,
          expectedVersion: input.version,
          partly: input.partly !== undefined,
        })
        await noteRows(
          db,
          access,
          report.sums.reduce((sum, { added, changed }) => sum + added + changed, 0),
        )
        return { ...report, stored: outcome.ok, run: outcome.ok ? outcome.run : undefined }
      },
      { maxBodyBytes, inTurn },
    ),
    serveStaff(listImports, async () => {
      const found = await findImports(db, shownImports)
      return {
        items: found.map(({ id, publishedAt, operator, files, sums, undoneAt, undoneBy }) => ({
          id,
          published_at: publishedAt.toISOString(),
          operator,
          files,
          added: totalOf(sums, 'added'),
          changed: totalOf(sums, 'changed'),
          undone_at: undoneAt?.toISOString(),
          undone_by: undoneBy ?? undefined,
        })),
      }
    }),
    serveStaff(undoStaffImport, async ({ input: { id }, staff }) => {
      const access = await noteAccess(db, {
        staff,
        command: 'staff imports undo',
        record: `import:${id}`,
      })
      const outcome = await undoImport(database, { id, operator: staff.name, images }).catch(
        (error: unknown) => {
          throw refusalOf(error)
        },
      )
      if (outcome.kind !== 'done') throw undoRefused(outcome)
      const { restored, removed, withdrawn } = outcome
      await noteRows(db, access, restored + removed)
      return {
        restored,
        removed,
        withdrawn: [...withdrawn.values()].reduce((sum, ids) => sum + ids.length, 0),
      }
    }),
  ]
}

async function reportOf(
  files: ImportFiles,
  { outcome, problems, refused = new Map() }: SoundRows<ImportOutcome>,
) {
  const { notices, differences } = outcome
  return {
    outcome,
    tables: await understoodTables(files),
    left_out: countRefused(refused),
    refused: await refusedTables(files, problems.refusedRows() ?? new Map()),
    problems: problems.rows(),
    problem_count: problems.count,
    notices: notices.lines(),
    differences: differences.lines(),
    sums: outcome.ok ? outcome.sums.map(({ entity, ...sum }) => ({ kind: entity, ...sum })) : [],
  }
}

const counts = z.record(z.string(), z.unknown())

function totalOf(sums: readonly object[], name: string): number {
  return sums.reduce((all, sum) => all + Number(counts.parse(sum)[name] ?? 0), 0)
}

function changedMeanwhile(): ApiError {
  return new ApiError(codes.conflict, { message: '检查之后网站的内容有了变化，没有导入，请再检查一次' })
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ContentChangedError) return changedMeanwhile()
  if (error instanceof ImportRunningError)
    return new ApiError(codes.notNow, { message: '另一次导入或导出正在进行，请过一会儿再试' })
  return error
}

function undoRefused(outcome: Exclude<UndoOutcome, { kind: 'done' }>): ApiError {
  switch (outcome.kind) {
    case 'undone before':
      return new ApiError(codes.conflict, { message: '这次导入已经撤销过' })
    case 'merge':
      return new ApiError(codes.conflict, { message: '合并学校不能撤销' })
    case 'too old':
      return new ApiError(codes.conflict, { message: '这次导入太早，原来的内容已不再保留' })
    case 'changed': {
      const rows = [...outcome.changed].map(([kind, ids]) => `${kind} ${ids.join('、')}`)
      return new ApiError(codes.conflict, {
        message: `没有撤销：这些内容后来又改过或已删除（${rows.join('；')}）`,
      })
    }
    case 'overbooked':
      return new ApiError(codes.conflict, {
        message: `没有撤销：这些开放日的预约已多于原来的名额（${outcome.openDays.join('、')}）`,
      })
    default:
      return notFound()
  }
}
