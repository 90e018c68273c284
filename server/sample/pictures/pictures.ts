import { deltaBanners } from './banners/delta.ts'
import { lanternBanners } from './banners/lanterns.ts'
import { northBanners } from './banners/north.ts'
import { towerBanners } from './banners/towers.ts'
import { campusCompositions } from './campus/compositions.ts'
import { compositionColour, drawComposition, type Composition } from './drawing/scene.ts'
import { drawLogo, logoColour } from './logo.ts'
import { activityNews } from './news/activities.ts'
import { celebrationNews } from './news/celebrations.ts'
import { cultureNews } from './news/culture.ts'
import { nearestPalette, type PaletteName } from '#server/services/images/placeholder-palette.ts'
import { pictureSize, type PictureKind } from './picture-kinds.ts'
import { drawPortrait, portraitColour } from './portrait.ts'
import { hashText } from './random.ts'
import { artScenes } from './scenes/arts.ts'
import { buildingScenes } from './scenes/buildings.ts'
import { groundScenes } from './scenes/grounds.ts'
import { hallScenes } from './scenes/halls.ts'
import { musicScenes } from './scenes/music.ts'
import { studyScenes } from './scenes/study.ts'

const subjects: Readonly<
  Record<'scene' | 'news' | 'banner', Readonly<Record<string, readonly Composition[]>>>
> = {
  scene: { ...buildingScenes, ...groundScenes, ...studyScenes, ...hallScenes, ...artScenes, ...musicScenes },
  news: { ...celebrationNews, ...cultureNews, ...activityNews },
  banner: { ...towerBanners, ...deltaBanners, ...lanternBanners, ...northBanners },
}

/** Numbers for campus seeds (`c{number}-…`) whose compositions suit a city; more than a city's 20 schools need. */
export function campusChoices(citySlug: string): number[] {
  return campusCompositions.flatMap(({ cities }, at) => (cities && !cities.includes(citySlug) ? [] : [at]))
}

/**
 * Draws a picture: a whole SVG document, always the same for the same kind and seed.
 * A campus seed may name its composition (`c07-…`), scenes, news and banners name their subject (`library-…`,
 * `award-…`, `zhuhai-…`); a seed that names none gets one by chance.
 * Throws RangeError for a seed that is not 1 to 60 of a-z, 0-9 and hyphens.
 */
export function drawPicture(kind: PictureKind, seed: string): string {
  checkSeed(seed)
  if (kind === 'portrait') return drawPortrait(seed)
  if (kind === 'logo') return drawLogo(seed)
  const { width, height } = pictureSize(kind)
  return drawComposition(compositionOf(kind, seed), width, height, seed)
}

const captions: Readonly<Record<string, string>> = {
  studio: '画室',
  theatre: '剧场',
  'pier-gate': '校门',
  'teaching-block': '教学楼',
  dormitory: '宿舍楼',
  court: '篮球场',
  pitch: '足球场',
  'pond-garden': '池塘与庭院',
  lab: '实验室',
  canteen: '食堂',
  pool: '泳池',
  piano: '琴房',
  orchestra: '排练厅',
  library: '图书馆',
  classroom: '教室',
}

/** What the scene of a seed shows, in Chinese. Throws RangeError for a composition without a caption. */
export function sceneCaption(seed: string): string {
  const { name } = compositionOf('scene', seed)
  const caption = captions[name]
  if (caption === undefined) throw new RangeError(`No caption for the composition ${name}`)
  return caption
}

/** The palette colour nearest to the mean of a picture; much cheaper than drawing it. Throws as drawPicture does. */
export function pictureColor(kind: PictureKind, seed: string): PaletteName {
  checkSeed(seed)
  if (kind === 'portrait') return nearestPalette(portraitColour(seed))
  if (kind === 'logo') return nearestPalette(logoColour(seed))
  const { width, height } = pictureSize(kind)
  return nearestPalette(compositionColour(compositionOf(kind, seed), width, height, seed))
}

function checkSeed(seed: string) {
  if (!/^[a-z0-9-]{1,60}$/.test(seed))
    throw new RangeError('A picture seed is 1 to 60 of a-z, 0-9 and hyphens')
}

function compositionOf(kind: 'campus' | 'scene' | 'news' | 'banner', seed: string): Composition {
  const [subject = '', rest = ''] = seed.split(/-(.*)/s)
  if (kind === 'campus') {
    const [, digits] = /^c(\d{1,6})$/.exec(subject) ?? []
    return choose(campusCompositions, digits === undefined ? hashText(seed) : Number(digits))
  }
  const known = subjects[kind]
  const list = Object.hasOwn(known, subject) ? known[subject] : undefined
  return choose(list ?? Object.values(known).flat(), hashText(`${kind} ${rest || seed}`))
}

function choose(list: readonly Composition[], number: number): Composition {
  const chosen = list[number % list.length]
  if (chosen === undefined) throw new RangeError('No composition to choose from')
  return chosen
}
