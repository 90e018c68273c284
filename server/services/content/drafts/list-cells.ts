import { z } from 'zod'
import type { ListName } from '#server/db/content/school-lists.ts'
import { listDefinitions, listNames } from '../import/lists/list-definitions.ts'
import { cellText } from '../cell-text.ts'

/** A row of a list as a form has it: cells by column. */
export type ListCells = Record<string, string>

const listRows = z.array(z.record(z.string(), z.unknown()))

/** The list of a school that a column holds. */
export function listOfColumn(column: string): ListName | undefined {
  return listNames.find((name) => listDefinitions[name].column === column)
}

/** Rows of a list as text, without empty cells and rows: equal lists are equal texts. */
export function listText(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const stated = rows
    .map((row): [string, string][] =>
      Object.entries(row).flatMap(([name, value]): [string, string][] => {
        const text = cellText(value).trim()
        return text === '' ? [] : [[name, text]]
      }),
    )
    .filter((cells) => cells.length > 0)
  return stated.length === 0 ? '' : JSON.stringify(stated.map((cells) => Object.fromEntries(cells)))
}

/** The rows of such a text; undefined when it is none. */
export function listCells(text: string): ListCells[] | undefined {
  if (text.trim() === '') return []
  try {
    const parsed = listRows.safeParse(JSON.parse(text))
    return parsed.success
      ? parsed.data.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellText(value)])),
        )
      : undefined
  } catch {
    return undefined
  }
}

/** The rows as the import's column states them: stops within their lines, parts of a score by name. */
export function importedList(column: string, rows: readonly ListCells[]): unknown[] {
  if (column === 'bus_lines') return busLines(rows)
  if (column === 'places') return rows.map(({ parts, ...place }) => ({ ...place, ...partsOf(parts) }))
  return [...rows]
}

const ofStop = new Set(['stop', 'time', 'lat', 'lng', 'price'])

/** Stops by line; what is said of a line stands at its first stop. */
function busLines(rows: readonly ListCells[]): object[] {
  const lines = new Map<string, ListCells[]>()
  for (const row of rows) lines.set(row['line'] ?? '', [...(lines.get(row['line'] ?? '') ?? []), row])
  return [...lines].map(([name, stops]) => ({
    name,
    ...Object.fromEntries(
      Object.entries(stops[0] ?? {}).filter(([column]) => column !== 'line' && !ofStop.has(column)),
    ),
    stops: stops.map((stop) =>
      Object.fromEntries(Object.entries(stop).filter(([column]) => ofStop.has(column))),
    ),
  }))
}

/** `teaching=90 staff=80` as points by part. */
function partsOf(text: string | undefined): { parts?: Record<string, string> } {
  if (text === undefined) return {}
  const parts = text.split(/[\s、,，;；]+/u).filter(Boolean)
  return {
    parts: Object.fromEntries(parts.map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? ''])),
  }
}

/** Points by part as a form shows them. */
export function partsText(parts: unknown): string {
  const given = z.record(z.string(), z.unknown()).safeParse(parts)
  return given.success
    ? Object.entries(given.data)
        .map(([slug, points]) => `${slug}=${cellText(points)}`)
        .join(' ')
    : ''
}
