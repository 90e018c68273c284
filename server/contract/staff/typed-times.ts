const dayPattern = String.raw`(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<date>\d{1,2})日?`
const clockPattern = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d+)?))?`
const zonePattern = String.raw`(?<zone>Z|[+-]\d{2}:?\d{2})?`
const dayText = new RegExp(`^${dayPattern}$`, 'u')
const timeText = new RegExp(String.raw`^${dayPattern}[T ]*${clockPattern}\s*${zonePattern}$`, 'iu')

type Groups = Readonly<Record<string, string | undefined>>

/** The calendar day that people write, `2026-12-05`, 2026/12/5 or 2026年12月5日, as YYYY-MM-DD; undefined for any other text. */
export function typedDay(text: string): string | undefined {
  return dayOf(dayText.exec(text.normalize('NFKC').trim())?.groups ?? {})
}

/**
 * The moment that people write: a day, then the time after `T` or a space, with seconds or without. It is in China unless
 * an offset says otherwise; undefined for any other text.
 */
export function typedMoment(text: string): Date | undefined {
  const groups: Groups = timeText.exec(text.normalize('NFKC').trim())?.groups ?? {}
  const day = dayOf(groups)
  const { hour = '', minute, second = '00', zone = '+08:00' } = groups
  if (day === undefined || Number(hour) > 23) return undefined
  const offset = zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase()
  const at = new Date(`${day}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function dayOf({ year, month = '', date = '' }: Groups): string | undefined {
  if (year === undefined) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day) ? day : undefined
}
