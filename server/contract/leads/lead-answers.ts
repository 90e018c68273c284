import { z } from 'zod'
import { leadFieldNames, leadFields, type LeadField, type LeadFieldName } from '../catalogue/lead-fields.ts'
import { recordOf } from '../catalogue/typed-records.ts'
import { termList } from '../fields.ts'

type Field<Name extends LeadFieldName> = (typeof leadFields)[Name]
type Slug<Name extends LeadFieldName> = Field<Name>['terms'][number]['slug']

/** Schemas of the optional answers in a request that is sent; no answer at all is the same as no field. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue says which have several
export const answerInputs = recordOf(leadFieldNames, (name) => {
  const { invalid, isSeveral, pattern, terms }: LeadField = leadFields[name]
  if (pattern !== undefined) return z.string(invalid).regex(pattern, invalid).optional()
  const slugs = terms.map(({ slug }) => slug)
  return isSeveral
    ? termList(slugs, invalid).transform((chosen) => (chosen?.length ? chosen : undefined))
    : z.enum(slugs, invalid).optional()
}) as {
  [Name in LeadFieldName]: z.ZodType<
    (Field<Name>['isSeveral'] extends true ? Slug<Name>[] : Slug<Name>) | undefined
  >
}

/** Schemas of the optional answers as their sender and staff see them: slugs of the catalogue. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue says which have several
export const answerOutputs = recordOf(leadFieldNames, (name) =>
  leadFields[name].isSeveral ? z.array(z.string()).optional() : z.string().optional(),
) as {
  [Name in LeadFieldName]: Field<Name>['isSeveral'] extends true
    ? z.ZodOptional<z.ZodArray<z.ZodString>>
    : z.ZodOptional<z.ZodString>
}
