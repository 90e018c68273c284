import type { FieldChanges } from '#server/db/schema/index.ts'

/**
 * The fields of a record that a change made different, for the access log: values before and after, `changed` for
 * those that are personal. Undefined where nothing is different.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  { personal = [] }: { personal?: readonly string[] } = {},
): FieldChanges | undefined {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  if (changed.length === 0) return undefined
  return Object.fromEntries(
    changed.map((name): [string, FieldChanges[string]] => [
      name,
      personal.includes(name) ? 'changed' : [before[name] ?? null, after[name] ?? null],
    ]),
  )
}
