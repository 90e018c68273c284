import type { Stage } from '#server/contract/vocabulary.ts'
import type { Flavour } from './flavours.ts'
import type { Words } from './phrase.ts'
import type { Profile } from './profiles.ts'

const numerals = ['', '一', '两', '三', '四', '五', '六', '七', '八', '九']

/** A number of pupils as people say it: 670 is 六百多. */
function manyOf(students: number): string {
  const thousands = Math.floor(students / 1000)
  const hundreds = Math.floor((students % 1000) / 100)
  const spoken =
    thousands > 0
      ? `${numerals[thousands]}千${hundreds > 0 ? `${numerals[hundreds] === '两' ? '二' : numerals[hundreds]}百` : ''}`
      : `${numerals[hundreds]}百`
  return students < 100 ? '几十' : `${spoken}多`
}

/** The words that fill the slots of a school's phrases. */
export function wordsOf(
  profile: Profile,
  flavour: Flavour,
  given: { stem: string; cityName: string; districtName: string; intakeYear: number; students: number },
): Words {
  const { stages, kind } = profile
  const own = kind === 'private' || kind === 'public'
  const senior = own ? ['高一', '高二'] : ['十年级', '十一年级']
  const junior = own ? ['初一', '初二'] : ['七年级', '八年级']
  const first: Record<Stage, string | undefined> = {
    kindergarten: '小班',
    primary: '一年级',
    middle: junior[0],
    high: senior[0],
  }
  const late: Record<Stage, string | undefined> = {
    kindergarten: '大班',
    primary: '五年级',
    middle: junior[1],
    high: senior[1],
  }
  const highest = stages.at(-1) ?? 'primary'
  const middling = stages.includes('primary') ? '四年级' : stages.includes('middle') ? junior[1] : senior[0]
  const young = highest === 'kindergarten' || highest === 'primary'
  return {
    school: given.stem,
    city: given.cityName,
    district: given.districtName,
    year: String(given.intakeYear),
    nextYear: String(given.intakeYear + 1),
    many: manyOf(given.students),
    kids: young ? '孩子们' : '学生',
    kid: young ? '孩子' : '学生',
    junior: junior[0] ?? '',
    senior: senior[0] ?? '',
    lower: first[stages[0] ?? 'primary'] ?? '',
    mid: middling ?? '',
    // After the lowest grade has been named: a high school alone has none between its first and its upper one.
    next: stages[0] === 'high' ? '第二学期' : (middling ?? ''),
    upper: late[highest] ?? '',
    water: flavour.water,
    hill: flavour.hill,
    wild: flavour.wild,
    old: flavour.old,
    park: flavour.park,
  }
}
