import { expect, test } from 'vitest'
import { contentKinds } from '#server/contract/staff/content.ts'
import { formFields } from '#server/services/content/drafts/content-fields.ts'
import { contentEntities } from '#server/services/content/import/content/content-entities.ts'
import { fieldsOf } from '#server/services/content/import/content/content-row.ts'
import { listDefinitions, listNames } from '#server/services/content/import/lists/list-definitions.ts'
import { schoolCells } from '#server/services/content/import/schools/school-fields.ts'
import type { z } from 'zod'

type Choice = { where: string; schema: z.ZodType; value: string; label: string }

/** Every choice of a form of the staff area, with the cell of files that takes it. */
function choices(): Choice[] {
  return contentKinds.flatMap(({ slug: kind }) => {
    const entity = contentEntities.find(({ name }) => name === kind)
    const cells = entity === undefined ? undefined : fieldsOf(entity)
    const ofSchool: Readonly<Record<string, z.ZodType>> = schoolCells
    return formFields(kind, {}).flatMap((field): Choice[] => {
      const schema = cells?.get(field.name)?.schema ?? ofSchool[field.name]
      const list = listNames.find((name) => kind === 'schools' && listDefinitions[name].column === field.name)
      const own = (field.options ?? []).flatMap(({ value, label }): Choice[] =>
        schema === undefined || field.name === 'district'
          ? []
          : [{ where: `${kind} ${field.name}`, schema, value, label }],
      )
      const within = (field.columns ?? []).flatMap((column): Choice[] => {
        const ofList =
          list === undefined
            ? undefined
            : listDefinitions[list].fields.find(({ name }) => name === column.name)
        return (column.options ?? []).flatMap(({ value, label }): Choice[] =>
          ofList === undefined
            ? []
            : [{ where: `${list ?? ''} ${column.name}`, schema: ofList.schema, value, label }],
        )
      })
      return [...own, ...within]
    })
  })
}

test('every word that a form of the staff area shows for a value is read in files as that value', () => {
  const all = choices()
  expect(new Set(all.map(({ where }) => where)).size).toBeGreaterThan(15)
  for (const { where, schema, value, label } of all) {
    for (const word of [label, ` ${label} `, value]) {
      const read = schema.safeParse(word)
      const got: unknown = read.success ? read.data : read.error.message
      expect([where, word, String(got)]).toEqual([where, word, value])
    }
  }
})
