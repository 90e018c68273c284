import type { Flavour } from './flavours.ts'
import type { Words } from './phrase.ts'
import type { Profile } from './profiles.ts'

/** The words that fill the slots of a school's phrases. */
export function wordsOf(
  profile: Profile,
  flavour: Flavour,
  {
    stem,
    cityName,
    districtName,
    intakeYear,
  }: { stem: string; cityName: string; districtName: string; intakeYear: number },
): Words {
  const { stages, kind } = profile
  const own = kind === 'private' || kind === 'public'
  const high = stages.includes('high')
  const young = !stages.includes('middle') && !high
  const senior = (year: number) =>
    (own ? ['高一', '高二', '高三'] : ['十年级', '十一年级', '十二年级'])[year] ?? ''
  const junior = (year: number) =>
    (own ? ['初一', '初二', '初三'] : ['七年级', '八年级', '九年级'])[year] ?? ''
  const lower = { kindergarten: '小班', primary: '一年级', middle: junior(0), high: senior(0) }[
    stages[0] ?? 'primary'
  ]
  const upper = high
    ? senior(1)
    : stages.includes('middle')
      ? junior(1)
      : stages.includes('primary')
        ? '五年级'
        : '大班'
  const mid = stages.includes('primary')
    ? '四年级'
    : stages.includes('middle')
      ? junior(1)
      : high
        ? senior(1)
        : '中班'
  return {
    school: stem,
    city: cityName,
    district: districtName,
    kids: young ? '孩子们' : '同学们',
    kid: young ? '孩子' : '学生',
    lower,
    mid,
    upper,
    year: String(intakeYear),
    water: flavour.water,
    hill: flavour.hill,
    wild: flavour.wild,
    old: flavour.old,
    park: flavour.park,
  }
}
