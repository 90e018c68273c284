/** Whether `npm run prove` runs, at full size. */
export const isProof = process.env['PROVE'] === '1'

/** All items in a proof; else one in `step` of them, the same ones in every run, beginning with `first`. */
export function sample<T>(items: readonly T[], step: number, first = 0): T[] {
  return items.filter((_, at) => isProof || at % step === first % step)
}
