import { fewestSummed } from '#server/contract/not-known.ts'

/** Whether a figure is drawn as a chart: of enough schools, or of all there are, since a few of many say nothing of the rest. */
export function isCharted(known: number, unknown: number): boolean {
  return known >= fewestSummed || (known > 0 && unknown === 0)
}

/** Of how many schools a figure is known: 44 所, or 328 所里 44 所. */
export function ofHowMany(known: number, unknown: number): string {
  return unknown === 0 ? `${known} 所` : `${known + unknown} 所里 ${known} 所`
}
