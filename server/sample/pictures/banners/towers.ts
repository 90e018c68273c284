import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, ridge, sky, water } from '../drawing/nature.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

const hours: Composition['moods'] = ['clear', 'golden', 'morning', 'summer', 'dusk']

/** Blocks of a far town along the water. */
function skyline(scene: Scene, from: number, to: number, foot: number, tallest: number, fill: string) {
  const { pen, random } = scene
  let data = ''
  for (let x = from; x < to; x += random.int(20, 44)) {
    const middle = 1 - Math.abs((x - (from + to) / 2) / ((to - from) / 2)) ** 1.6
    data += d`M${x} ${foot}v${-tallest * (0.25 + 0.6 * middle * random.float(0.6, 1))}h${random.int(16, 38)}V${foot}z`
  }
  pen.path(data, fill)
}

function tower(
  scene: Scene,
  data: string,
  x: number,
  y: number,
  width: number,
  height: number,
  tint: string,
) {
  const { pen, lit, shade, mood, lamp } = scene
  pen.path(data, pen.fade([mix(lit(tint), '#ffffff', 0.25), mix(lit(tint), shade(tint), 0.7)], 'right'))
  const glow = mood.lamps > 0.3 ? lamp : '#ffffff'
  pen.line(
    d`M${x + width / 2} ${y}v${height}`,
    glow,
    Math.round(width * 0.7),
    'stroke-dasharray="2 8" opacity=".45"',
  )
}

function shenzhen(scene: Scene) {
  const { pen, random, lit, mood } = scene
  const shore = 300
  sky(scene, shore, { x: random.int(220, 400), y: random.int(80, 130), r: 34 })
  clouds(scene, 4, 40, 150)
  ridge(scene, shore, 150, mix(scene.leaves[2], mood.haze, 0.7), shore + 4, 5)
  ridge(scene, shore, 90, mix(scene.leaves[2], mood.haze, 0.5), shore + 4, 6)
  const glass = mix(mood.sky[0], '#6f93a8', 0.6)
  skyline(scene, 420, 1210, shore, 150, mix(glass, mood.haze, 0.6))
  skyline(scene, 520, 1150, shore, 120, mix(glass, mood.haze, 0.3))
  const x = random.int(760, 820)
  tower(
    scene,
    d`M${x} ${shore}L${x + 6} 110L${x + 14} 84L${x + 22} 22L${x + 30} 84L${x + 38} 110L${x + 44} ${shore}z`,
    x + 10,
    120,
    26,
    180,
    '#8fb0c4',
  )
  tower(
    scene,
    d`M${x - 130} ${shore}V140Q${x - 126} 84 ${x - 104} 76Q${x - 84} 90 ${x - 80} 140V${shore}z`,
    x - 124,
    140,
    38,
    160,
    '#9fc0c8',
  )
  tower(
    scene,
    d`M${x + 110} ${shore}V150L${x + 134} 120L${x + 158} 150V${shore}z`,
    x + 114,
    160,
    40,
    140,
    '#b9c9cf',
  )
  tower(scene, d`M${x + 220} ${shore}V176h40v-20h26V${shore}z`, x + 224, 186, 56, 110, '#c9bfae')
  pen.path(
    d`M${x - 290} ${shore - 22}Q${x - 250} ${shore - 66} ${x - 170} ${shore - 40}T${x - 50} ${shore - 60}L${x - 54} ${shore - 46}Q${x - 110} ${shore - 22} ${x - 170} ${shore - 26}T${x - 290} ${shore - 22}z`,
    lit('#dc6d45'),
  )
  pen.path(d`M${x - 262} ${shore}v-26h70V${shore}zM${x - 150} ${shore}v-26h70V${shore}z`, lit('#f3e4c9'))
  plantRow(scene, grow(scene, 'round'), {
    from: 380,
    to: 1190,
    y: shore + 4,
    height: 34,
    count: 20,
    distance: 0.15,
  })
  water(scene, shore + 2, 420, 18)
  pen.line(d`M0 ${shore + 8}Q200 ${shore - 14} 420 ${shore + 4}`, lit('#f4efe4'), 4)
  for (const at of [90, 210, 330])
    pen.line(
      d`M${at} ${shore + 6}V${shore - 70}M${at} ${shore - 66}L${at - 54} ${shore + 2}M${at} ${shore - 66}L${at + 54} ${shore + 2}`,
      lit('#f4efe4'),
      2,
    )
  for (const [sx, s] of [
    [420, 20],
    [560, 14],
    [300, 26],
  ] as const) {
    pen.path(d`M${sx} ${350}v${-s * 2}q${s} ${s} ${s} ${s * 1.8}z`, '#fffaf0')
    pen.path(d`M${sx - s / 2} 352h${s * 2}l-6 7h${-s * 1.4}z`, lit(scene.scheme.accent))
  }
  pen.path('M-10 400Q140 372 300 396T620 424H-10z', mix(scene.leaves[2], '#1d3a40', 0.15))
  for (const at of [60, 150, 250]) pen.path(blob(random, at, 396, 70, 24, 9, 0.2), scene.leaves[1])
  plant(scene, grow(scene, 'palm'), 1130, 426, 250, scene.leaves[2])
  plant(scene, grow(scene, 'palm'), 1070, 430, 180, scene.leaves[1])
  birds(scene, 520, 110, 6)
}

function guangzhou(scene: Scene) {
  const { pen, random, lit, shade, mood, lamp } = scene
  const shore = 310
  sky(scene, shore, { x: random.int(200, 340), y: 120, r: 36 })
  clouds(scene, 4, 40, 160)
  ridge(scene, shore, 100, mix(scene.leaves[2], mood.haze, 0.65), shore + 4, 5)
  const glass = mix(mood.sky[0], '#7f94a8', 0.6)
  skyline(scene, 300, 1210, shore, 150, mix(glass, mood.haze, 0.6))
  skyline(scene, 360, 760, shore, 130, mix(glass, mood.haze, 0.3))
  tower(scene, d`M520 ${shore}V90l10-16h34l10 16V${shore}z`, 524, 100, 46, 200, '#a9b9c4')
  tower(scene, d`M620 ${shore}V104q28-24 56 0V${shore}z`, 624, 110, 48, 190, '#9fb4bc')
  const x = random.int(880, 940)
  const strand = mood.lamps > 0.3 ? '#f2a6b4' : lit('#d8887c')
  let lattice = ''
  for (let at = 0; at <= 8; at += 1) {
    const t = (at / 8) * 2 - 1
    lattice += d`M${x + t * 40} ${shore}Q${x - t * 6} 150 ${x + t * 26} 74M${x + t * 40} ${shore}Q${x + t * 14 + 10} 170 ${x - t * 8} 150Q${x - t * 20} 110 ${x - t * 26} 74`
  }
  pen.path(
    d`M${x - 40} ${shore}Q${x - 2} 170 ${x - 26} 74H${x + 26}Q${x + 2} 170 ${x + 40} ${shore}z`,
    mix(strand, mood.haze, 0.5),
  )
  pen.line(lattice, strand, 2)
  pen.rect(x - 28, 68, 56, 8, strand, 'rx="4"')
  pen.line(d`M${x} 68V6`, lit('#f4efe4'), 4)
  if (mood.lamps > 0.3) pen.circle(x, 150, 150, pen.glow(lamp, 0.4))
  plantRow(scene, grow(scene, 'round'), {
    from: 240,
    to: 1200,
    y: shore + 6,
    height: 44,
    count: 20,
    distance: 0.12,
  })
  water(scene, shore + 4, 420, 22)
  pen.path(d`M0 ${shore + 10}H330v10H0z`, lit('#e6d9c2'))
  pen.path(d`M0 ${shore + 20}v14q40-14 80 0q40-14 80 0q40-14 80 0q40-14 80 0v-14z`, shade('#cbb998'))
  pen.path('M520 372h150l16-16h-24l-8-16h-80l-10 16h-30z', lit('#f4efe4'))
  pen.path('M560 356h90v-10h-82z', mood.lamps > 0.3 ? lamp : scene.glass)
  pen.path(d`M1210 424V366Q1080 350 960 384T700 424z`, mix(scene.leaves[2], '#1d3a40', 0.1))
  for (const at of [1000, 1090, 1170]) pen.path(blob(random, at, 392, 70, 26, 9, 0.2), scene.leaves[1])
  plant(scene, grow(scene, 'kapok'), 110, 424, 330, lit('#e2553f'))
  pen.path('M-10 424V400Q140 380 300 424z', scene.leaves[1])
  birds(scene, 430, 110, 5)
}

/** Banners of the cities with a skyline. */
export const towerBanners: Readonly<Record<'shenzhen' | 'guangzhou', readonly Composition[]>> = {
  shenzhen: [{ name: 'shenzhen', moods: hours, draw: shenzhen, shares: [5, 0, 0, 2, 0, 0], fixed: true }],
  guangzhou: [{ name: 'guangzhou', moods: hours, draw: guangzhou, shares: [5, 0, 0, 2, 0, 0], fixed: true }],
}
