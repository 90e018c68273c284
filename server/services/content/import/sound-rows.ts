import { Problems, type RefusedRows } from './problems.ts'

/** What a run over files came to; `refused`: rows that were left out, absent when the files cannot be stored in part. */
export type SoundRows<Outcome> = { outcome: Outcome; problems: Problems; refused?: RefusedRows }

/** Runs of which each leaves out what those before refused: what a refused row is named by is refused in the next. */
const mostRuns = 5

/**
 * Runs an import without the rows that it refuses. `run` stores nothing while it has problems. Files are taken whole where a
 * problem concerns a header, or `isWhole` says so of its file; the outcome is that of the first run then.
 */
export async function withSoundRows<Outcome extends { problems: Problems }>(
  files: readonly { name: string }[],
  run: (leftOut: RefusedRows) => Promise<Outcome>,
  isWhole: (file: string) => boolean = () => false,
): Promise<SoundRows<Outcome>> {
  const problems = new Problems()
  const first = await run(new Map())
  problems.addAll(first.problems)
  let outcome = first
  let refused: RefusedRows = new Map()
  for (let runs = 1; outcome.problems.count > 0; runs += 1) {
    const more = outcome.problems.refusedRows()
    const areDistinct = new Set(files.map(({ name }) => name)).size === files.length
    if (more === undefined || !areDistinct || runs === mostRuns || [...more.keys()].some(isWhole))
      return { outcome: first, problems }
    refused = joined(refused, more)
    outcome = await run(refused)
    problems.addAll(outcome.problems)
  }
  return { outcome, problems, refused }
}

/** Number of refused rows. */
export function countRefused(refused: RefusedRows): number {
  return [...refused.values()].reduce((sum, lines) => sum + lines.size, 0)
}

function joined(one: RefusedRows, other: RefusedRows): RefusedRows {
  const all = new Map(one)
  for (const [file, lines] of other) all.set(file, new Map([...(all.get(file) ?? []), ...lines]))
  return all
}
