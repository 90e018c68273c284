import type { PictureFinder } from '../picture-finder.ts'
import type { Problems } from '../problems.ts'
import type { SchoolRow } from './school-row.ts'

/** The values of a school with the pictures that its row names; problems are collected. */
export async function withPictures(
  row: SchoolRow,
  find: PictureFinder['look'],
  problems: Problems,
): Promise<SchoolRow> {
  const facts = { ...row.facts }
  for (const which of ['logo', 'cover'] as const) {
    const cell = row.pictures[which]
    if (cell === undefined) continue
    const found = cell === null ? null : await find(cell.name)
    if (typeof found === 'string') problems.add(row.place, found, which)
    else facts[which] = found === null || cell?.alt === undefined ? found : { ...found, alt: cell.alt }
  }
  return { ...row, facts }
}
