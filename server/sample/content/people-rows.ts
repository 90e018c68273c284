import type { Random } from './random.ts'
import { portraitPicture, samplePicture } from './pictures.ts'
import { expand } from './phrase.ts'
import type { SampleSchool } from './rows.ts'
import { drawFor, drawMany, limited } from './texts.ts'
import type { Subject, Wanted } from './texts.ts'
import type { GraduateCard, TeacherCard } from './cards.ts'

const surnames = Array.from(
  '林陈黄周沈许叶陆程苏顾何梁方郑谢罗温夏秦宋姚傅邓冯彭蒋余韩袁唐潘钟邱江范石孟骆桑简祝柯岑龙侯卓商尹窦',
)
const middles = Array.from('思雨若知清予书言景乐亦可子安嘉明望晓修怀以之潭星沐浅昭闻疏立初闲棠云霁希从谨')
const lasts = Array.from('宁远禾舟衡溪岚澄川微朗晴遥原庭桐笙尧霖屿恬白蓁樾歌岑漪砚秋帆朴昀见和')

const hers =
  'Linnea Maren Imogen Philippa Hester Briony Isolde Tamsin Odile Marit Saskia Petra Noelle Cerys Delphine Wren'.split(
    ' ',
  )
const his =
  'Rowan Tobias Alder Corwin Anselm Lowell Fergus Emrys Casper Declan Ivor Alasdair Bram Hugo Oskar Mateo'.split(
    ' ',
  )
const familyNames =
  'Ashgrove Fernhill Brackley Oakhurst Wintermere Larkfield Haverstock Millbrae Thornley Kestrel Penhallow Redwick Summerlea Foxcote Glenmarsh Birchall Stillwater Harrowgate Marlowe-Finch Elmsworth Quillan Sandford-Ray Tidewell Greaves-Holt Aldermoor Copperfield-Lane Northwick Applegarth Westerling Heathcote-Byrne Silverdale Rushmere'.split(
    ' ',
  )

/** Staff of a school: the head, those of its theme, and `more` others. */
export function teachersOf(subject: Subject, place: string, more: Wanted): SampleSchool['teachers'] {
  const { theme, profile, random, city, words } = subject
  const cards: TeacherCard[] = [
    drawFor(city.decks.heads, profile),
    ...theme.teachers,
    ...drawMany(city.decks.staff, profile, more),
  ]
  const taken = new Set<string>()
  return limited(cards, more, random).map(([role, field, bio, origin], position) => {
    const make = () => (origin === 'foreign' ? foreignName(random, bio.includes('她')) : chineseName(random))
    let name = make()
    while (taken.has(name)) name = make()
    taken.add(name)
    return {
      name,
      role,
      ...(field !== '' && { subject: field }),
      years: yearsOf(bio, role.includes('校长'), random),
      bio: expand(bio, words, random),
      portrait: samplePicture(
        portraitPicture(sitterOf(bio, origin === 'foreign'), place, position),
        `${name}的头像（示例插图）`,
      ),
      position,
    }
  })
}

/** Graduates of a school: those of its theme and `more` others, or pupils who moved on where there is no high stage. */
export function graduatesOf(subject: Subject, place: string, more: Wanted): SampleSchool['graduates'] {
  const { random, city, words } = subject
  const cards = limited(graduateCards(subject, more), more, random)
  const taken = new Set<string>()
  return random.shuffle(cards).map(([destination, major, summary, story], position) => {
    let name = maskedPupil(random)
    while (taken.has(name)) name = maskedPupil(random)
    taken.add(name)
    const say = (phrase: string) => expand(phrase, { ...words, pupil: name }, random)
    return {
      name,
      year: city.calendar.intakeYear - 1 - Math.floor(position / 3) + Math.round(subject.shift / 364),
      destination: say(destination),
      ...(major !== '' && { major: say(major) }),
      summary: say(summary),
      story: say(story),
      portrait: samplePicture(
        // Beside those of the staff.
        portraitPicture(sitterOf(summary + story), place, position + 6),
        `${name}的头像（示例插图）`,
      ),
      likes: random.int(3, 88),
      position,
    }
  })
}

function graduateCards({ theme, profile, city }: Subject, more: Wanted): GraduateCard[] {
  if (!profile.stages.includes('high')) return drawMany(city.decks.movers, profile, { least: 3, most: 3 })
  if (profile.kind === 'public') return drawMany(city.decks.localGraduates, profile, { least: 4, most: 5 })
  return [...theme.graduates, ...drawMany(city.decks.graduates, profile, more)]
}

/** Whom a portrait shows: as the text or, of foreign staff, the name speaks of its person. */
function sitterOf(text: string, isNamed = false): 'man' | 'woman' | undefined {
  if (/她(?!们)/u.test(text)) return 'woman'
  return isNamed || /(?<!其)他(?!们)/u.test(text) ? 'man' : undefined
}

const numerals = '一二三四五六七八九'

/** Years in the profession: as the text about the person says, or with what went before it. */
function yearsOf(bio: string, head: boolean, random: Random): number {
  const said = /(从业|教过|教了|带班|任教|生活了|住校生)?([一二三四五六七八九十]+)年(?!级)/u.exec(bio)
  if (said === null) return head ? random.int(18, 33) : random.int(5, 21)
  const years = numberOf(said[2] ?? '')
  return said[1] === undefined
    ? years + random.int(head ? 8 : 3, head ? 13 : 9)
    : Math.max(years, head ? 16 : 3)
}

/** A Chinese number below a hundred, such as 二十六. */
function numberOf(said: string): number {
  const [tens = '', ones = ''] = said.includes('十') ? said.split('十') : ['零', said]
  const digit = (character: string) => numerals.indexOf(character) + 1
  return (said.includes('十') ? Math.max(1, digit(tens)) * 10 : 0) + (ones === '' ? 0 : digit(ones))
}

/** An invented Chinese name of three characters. */
function chineseName(random: Random): string {
  return random.pick(surnames) + random.pick(middles) + random.pick(lasts)
}

/** An invented foreign name, a woman's or a man's. */
function foreignName(random: Random, woman: boolean): string {
  return `${random.pick(woman ? hers : his)} ${random.pick(familyNames)}`
}

/** A pupil as shown without consent to a name: the surname and 同学. */
function maskedPupil(random: Random): string {
  return `${random.pick(surnames)}同学`
}
