import { cities, type City } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import { sampleRow, type SampleFiles, type SampleRow } from './files.ts'

const atOnce = 100

/** Every so many of the further schools have a row of the kind. */
const rowEvery = { envs: 1, questions: 1, teachers: 2, views: 5, graduates: 5, 'open-days': 10 }

/** Columns of which a further school has nothing. */
const dropped: readonly string[] = [
  'name_en',
  'former_names',
  'website',
  'statements',
  'entry_grades',
  'admission_steps',
  'bus_lines',
  'records',
]

/** Characters of which the names of further schools are made, one of each. */
const firsts = Array.from(
  '文博雅正明德知行致远崇善思源润泽锦绣云星河晨曦景和启新弘毅嘉禾瑞芝瀚海澄怀清砚岚峰松筠梓桐榆柳枫杉柏槿兰芷蕙荷菱苇芦荻桑榕棠梨杏桃李梅竹菊葵麦穗稻谷泉溪涧湖浦洲渚汀沙岸岛屿湾港帆舟楫桥渡津亭台楼阁轩榭廊庭园圃林野原岭岳岩石玉珏琅琪璟瑾瑜璇琬珩珂',
)
const seconds = Array.from(
  '川源华林山岭峰岩石溪泉湖海洋湾港洲岛桥亭台园苑庭院轩阁楼堂馆舍斋窗灯烛光辉晖曜星辰月云霞霖雨露雪霜风岚烟霁晴朗清澄澈净宁安和平康泰祥瑞嘉善美雅文章墨砚笔书卷册琴棋画诗词歌赋韵音声律钟磬弦笙箫',
)
const thirds = ['', ...Array.from('东南西北中')]

/**
 * Schools beside those of the files, until each city has so many, in parts of at most 100: those of the files again, under other
 * keys, names and prices, at other places, with a few rows each.
 */
export function* moreSchools(files: SampleFiles, perCity: number): Generator<SampleFiles> {
  const schools = files.get('schools') ?? []
  const rowsOf = new Map(
    Object.keys(rowEvery).map((kind) => [
      kind,
      new Map((files.get(kind) ?? []).toReversed().map((row) => [row.school_key, row])),
    ]),
  )
  for (const city of cities) {
    const own = schools.filter((row) => row.city === city.code)
    const models = own.filter((row) => row['state'] === 'open')
    for (let from = own.length; from < perCity; from += atOnce) {
      const part = new Map<string, SampleRow[]>(['schools', ...rowsOf.keys()].map((kind) => [kind, []]))
      for (let index = from; index < Math.min(perCity, from + atOnce); index += 1) {
        const model = models[index % models.length]
        if (model === undefined) return
        const again = repeater(city, model, index)
        part.get('schools')?.push({ ...without(again(model)), ...anotherSchool(city, model, index) })
        for (const [kind, every] of Object.entries(rowEvery)) {
          const row = index % every === 0 ? rowsOf.get(kind)?.get(model.key) : undefined
          if (row !== undefined) part.get(kind)?.push(again(row))
        }
      }
      yield part
    }
  }
}

function without(school: SampleRow): SampleRow {
  return Object.fromEntries(Object.entries(school).filter(([column]) => !dropped.includes(column)))
}

/** Gives the rows of a school to another one, whose key and name stand wherever those of the first did. */
function repeater(
  city: City,
  { key = '', name = '' }: SampleRow,
  index: number,
): (row: SampleRow) => SampleRow {
  const size = firsts.length * seconds.length
  const at = (index * 7919 + Number(city.code)) % size
  const stem =
    (firsts[at % firsts.length] ?? '') +
    (seconds[Math.floor(at / firsts.length)] ?? '') +
    (thirds[Math.floor(index / size)] ?? '')
  const own = stemOf(name, city)
  const ownKey = `sample-${city.code}-${index + 1}`
  return (row) =>
    sampleRow.parse(JSON.parse(JSON.stringify(row).replaceAll(own, stem).replaceAll(key, ownKey)))
}

/** The two characters that a school's name has of its own. */
function stemOf(name: string, city: City): string {
  return name
    .replace(/(外籍人员子女|国际|双语实验|双语|外国语|高级|实验)?(学校|书院|中学|公学)/u, '')
    .replace(/校区$/u, '')
    .replace(city.name, '')
    .slice(-2)
}

/** What makes a school another one: its place, size and prices, what became of it, and less to say. */
function anotherSchool(city: City, model: SampleRow, index: number): SampleRow {
  const districts = districtsOf(city.code)
  const { slug, name, lat, lng } = districts[(index * 31) % districts.length] ?? {}
  const near = (degrees = 0, step: number) =>
    Number((degrees + ((index * step) % 361) / 10_000 - 0.018).toFixed(5))
  const rate = 0.8 + ((index * 7) % 9) / 20
  const priced = (amount: unknown) =>
    typeof amount === 'number' ? Math.round((amount * rate) / 1000) * 1000 : undefined
  const first = (text: unknown) => String(text).split('\n## ')[0]
  return {
    district: slug,
    address: `${city.name}市${name}${firsts[(index * 13) % firsts.length]}${seconds[(index * 17) % seconds.length]}路${1 + (index % 288)}号（示例地址）`,
    lat: near(lat, 97),
    lng: near(lng, 193),
    founded: 1985 + ((index * 11) % 30),
    students: 200 + ((index * 37) % 200) * 10,
    tuition: model.tuition?.map(({ day, boarding, ...fee }) => ({
      ...fee,
      day: priced(day),
      boarding: priced(boarding),
    })),
    about: first(model['about']),
    admissions: first(model['admissions']),
    state: index % 67 === 5 ? 'closed' : index % 40 === 7 ? 'not_enrolling' : 'open',
    source_kind: 'official',
    source: `${sampleSource}：学校名录`,
    rank: index + 1,
  }
}
