import { readFormData } from '../../access/posted-form.server.ts'
import type { ContentField } from './content-texts.ts'

/** What a section's form sent: cells by column, and what its buttons say. */
export type PostedSection = {
  cells: Record<string, string>
  /** The row's version that the form showed; of a draft its version. */
  base: string
  /** `add`: one more row in the lists; `preview`: texts as visitors see them. */
  intent: string
  /** How many empty rows each list shows. */
  emptyRows: number
  /** New pictures by column. */
  files: ReadonlyMap<string, File>
}

/** Reads the fields of a section from a form; a row of a list whose cells are all empty is left out. */
export async function readSection(request: Request, fields: readonly ContentField[]): Promise<PostedSection> {
  const form = await readFormData(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const cells = fields.map(({ name, control, columns = [] }): [string, string] => {
    if (control === 'choices') return [name, form.getAll(name).map(String).join('|')]
    if (control === 'picture') return [name, text(`${name}.without`) === '1' ? '' : text(`${name}.now`)]
    return [
      name,
      control === 'list' ? listCell(name, columns, text, Number(text(`${name}.rows`))) : text(name),
    ]
  })
  const intent = text('_intent')
  const files = fields.flatMap(({ name, control }): [string, File][] => {
    const file = form.get(name)
    return control === 'picture' && file instanceof File && file.size > 0 ? [[name, file]] : []
  })
  return {
    files: new Map(files),
    cells: Object.fromEntries(cells),
    base: text('_base'),
    intent,
    emptyRows: Math.min(Number(text('_empty')) || 3, 100) + (intent === 'add' ? 3 : 0),
  }
}

const mostRows = 500

function listCell(
  name: string,
  columns: readonly { name: string }[],
  text: (name: string) => string,
  count: number,
): string {
  const rows = Array.from({ length: Math.min(count || 0, mostRows) }, (_, place) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const value = text(`${name}.${place}.${column.name}`).trim()
        return value === '' ? [] : [[column.name, value]]
      }),
    ),
  ).filter((row) => Object.keys(row).length > 0)
  return rows.length === 0 ? '' : JSON.stringify(rows)
}
