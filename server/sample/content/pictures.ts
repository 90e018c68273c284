import type { StoredPicture } from '#server/db/schema/columns.ts'
import { listPictures } from '../pictures.ts'
import { hashText } from './random.ts'
import type { NewsTopic, SceneTopic } from './cards.ts'

/** A sample picture: the address, size and placeholder colour of its file, with its words. */
export function samplePicture(name: string, alt: string): StoredPicture {
  const picture = listPictures().get(name)
  if (picture === undefined) throw new RangeError(`no sample picture ${name}`)
  return { src: picture.src, width: picture.width, height: picture.height, color: picture.color, alt }
}

/** Names of campus pictures whose view suits the city; more than a city has schools with everything. */
export function campusPictures(citySlug: string): string[] {
  return [...listPictures().values()].flatMap(({ name, cities }) =>
    name.startsWith('campus-') && (cities === undefined || cities.includes(citySlug)) ? [name] : [],
  )
}

const newsPictures = 3
const crests = 20
const sitters = 12

/** The picture of news on a topic; articles of one place that follow each other have different ones. */
export function newsPicture(topic: NewsTopic, place: string, index: number): string {
  return numbered(`news-${topic}`, newsPictures, place, index)
}

/** The crest of a school; those of a city's first twenty differ. */
export function crestPicture(place: string, index: number): string {
  return numbered('logo', crests, place, index)
}

/** A portrait; those of a school differ. `sitter`: whom its text speaks of, if it says so. */
export function portraitPicture(sitter: 'woman' | 'man' | undefined, place: string, index: number): string {
  const shown = sitter ?? (hashText(`${place} ${index}`) % 2 === 0 ? 'woman' : 'man')
  return numbered(shown, sitters, place, index)
}

function numbered(stem: string, count: number, place: string, index: number): string {
  return `${stem}-${((hashText(place) + index) % count) + 1}`
}

const scenes: Readonly<Record<SceneTopic, readonly (readonly [stem: string, caption: string])[]>> = {
  gate: [['gate', '校门']],
  teaching: [['teaching', '教学楼']],
  dorm: [['dormitory', '宿舍楼']],
  field: [
    ['court', '篮球场'],
    ['pitch', '足球场'],
  ],
  garden: [['garden', '池塘与庭院']],
  lab: [['lab', '实验室']],
  canteen: [['canteen', '食堂']],
  pool: [['pool', '泳池']],
  arts: [
    ['studio', '画室'],
    ['theatre', '剧场'],
  ],
  music: [
    ['piano', '琴房'],
    ['orchestra', '排练厅'],
  ],
  library: [['library', '图书馆']],
  classroom: [['classroom', '教室']],
}

/** A picture of a kind of scene, and what it shows; which one follows from the seed. */
export function scenePicture(topic: SceneTopic, seed: string): { name: string; caption: string } {
  const hash = hashText(`scene ${seed}`)
  const kinds = scenes[topic]
  const [stem, caption] = kinds[hash % kinds.length] ?? []
  if (stem === undefined || caption === undefined) throw new RangeError(`no picture of ${topic}`)
  return { name: `${stem}-${((hash >>> 8) % 2) + 1}`, caption }
}
