/** A school as a line of an import file states it. */
export type InventedSchool = {
  name: string
  name_en: string
  aliases: string[]
  city: string
  district: string
  address: string
  stages: string[]
  kind: string
  curricula: string[]
  boarding: string
  founded: number
  tuition_min: number
  tuition_max: number
  lat: number
  lng: number
  phone: string
  summary: string
  about: string
}

const cities = [
  ['shenzhen', '南山区'],
  ['guangzhou', '天河区'],
  ['foshan', '禅城区'],
  ['huizhou', '惠城区'],
  ['zhuhai', '香洲区'],
  ['dongguan', '松山湖'],
  ['beijing', '朝阳区'],
] as const
const first = '云星月霁青澄晴岚溪松竹兰枫桐棠梧荷芷蘅若'
const second = '汀湾陂岭坞畔原渚屿崖谷泽川皋坪汐岸垣庭阁'
const third = '明思行知远致立成启弘博文雅正德和敏慧新乐'
const kinds = ['international', 'bilingual', 'private', 'public'] as const
const forms = ['外国语学校', '实验学校', '双语学校', '国际学校'] as const

/** Schools that do not exist, as many as asked for, no two with one name; the same ones every time. */
export function inventedSchools(count: number): InventedSchool[] {
  return Array.from({ length: count }, (_, at) => invented(at))
}

function invented(at: number): InventedSchool {
  const [city, district] = cities[at % cities.length] ?? cities[0]
  const letter = (letters: string, place: number) => letters.charAt(place % letters.length)
  const stem =
    letter(first, at) +
    letter(second, Math.floor(at / 20)) +
    letter(third, Math.floor(at / 400)) +
    letter(third, Math.floor(at / 8000))
  const tuition = 40_000 + (at % 50) * 5_000
  return {
    name: `${stem}${forms[at % forms.length] ?? ''}`,
    name_en: `Invented School ${at}`,
    aliases: [`${stem}外校`, `${stem}校`],
    city,
    district,
    address: `示例路 ${at + 1} 号`,
    stages: at % 3 === 0 ? ['primary', 'middle'] : ['high'],
    kind: kinds[at % kinds.length] ?? 'private',
    curricula: at % 2 === 0 ? ['ib'] : ['alevel', 'igcse'],
    boarding: at % 2 === 0 ? 'day' : 'optional',
    founded: 1950 + (at % 70),
    tuition_min: tuition,
    tuition_max: tuition + 20_000,
    lat: 22.5,
    lng: 114.1,
    phone: '0755-00000000',
    summary: `${stem}是为测试而虚构的学校,编号 ${at}。`,
    about: `${stem}并不存在。`.repeat(20),
  }
}

/** The schools as a JSON lines file. */
export function asJsonLines(schools: readonly object[]): string {
  return schools.map((school) => `${JSON.stringify(school)}\n`).join('')
}
