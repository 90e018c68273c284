import { z } from 'zod'

/** A field of a form that may be left empty, which is the same as leaving it out. */
export function unlessEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((given) => (given === '' ? undefined : given), schema.optional()).optional()
}
