/** When a run in browsers begins: on a Wednesday with lessons. The variable DAYS_LATER moves it. */
const beginning = Date.parse('2026-11-25T10:00:00+08:00')

/** The variables of a suite that begins then: how far its clock is from the machine's, in ms. A given site has its own. */
export function runClock(): { CLOCK_SHIFT_MS: string } {
  if (process.env['SITE_URL'] !== undefined) return { CLOCK_SHIFT_MS: '0' }
  const later = Number(process.env['DAYS_LATER'] ?? 0) * 86_400_000
  return { CLOCK_SHIFT_MS: String(beginning + later - Date.now()) }
}

/** The shift of a suite's clock by its variables; 0 where it goes by the machine's. */
export function clockShift(variables: Readonly<Record<string, unknown>> = process.env): number {
  return Number(variables['CLOCK_SHIFT_MS'] ?? 0)
}

/** The machine's time, in ms, on whatever clock this process is. */
export function machineTime(): number {
  return performance.timeOrigin + performance.now()
}

/** Shifts the clock of what runs it, by its text alone: of a process, a worker, a page. */
export function shiftClock(shiftMs: number): void {
  const machine = Date
  const machineNow = machine.now
  machine.now = () => machineNow() + shiftMs
  globalThis.Date = new Proxy(machine, {
    apply: () => new machine(machineNow() + shiftMs).toString(),
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [machineNow() + shiftMs] : given, made),
  })
  machine.prototype.constructor = globalThis.Date
}

/** Arguments that start Node on such a clock, with its own workers and processes. */
export function clockArguments(shiftMs: number): string[] {
  if (shiftMs === 0) return []
  return ['--import', `data:text/javascript,${encodeURIComponent(`(${String(shiftClock)})(${shiftMs})`)}`]
}
