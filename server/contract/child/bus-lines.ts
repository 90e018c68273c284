import type { BusLine, BusStop } from './school-entry.ts'

/** Stops, which stand in the order of their lines, as lines with their stops. */
export function busLinesOf(stops: readonly BusStop[]): BusLine[] {
  const lines = new Map<string, BusLine>()
  for (const { line: name, note, source, source_date, ...stop } of stops) {
    const line = lines.get(name) ?? {
      name,
      ...(note === undefined ? {} : { note }),
      ...(source === undefined ? {} : { source }),
      ...(source_date === undefined ? {} : { source_date }),
      stops: [],
    }
    line.stops.push(stop)
    lines.set(name, line)
  }
  return [...lines.values()]
}
