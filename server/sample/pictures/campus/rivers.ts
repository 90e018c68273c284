import { cornice, facade, flank, gable, hipRoof } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import {
  birds,
  blob,
  clouds,
  curve,
  hills,
  meadow,
  ridge,
  ripples,
  sky,
  water,
  type Point,
} from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function boathouse(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood } = scene
  sky(scene, 300, { x: 700, y: 100, r: 28 })
  clouds(scene, 2, 60, 120)
  ridge(scene, 300, 120, scene.far(scene.leaves[2], 0.6), 320, 4)
  const slim = grow(scene, 'poplar')
  plantRow(scene, slim, { from: 500, to: 980, y: 322, height: 150, count: 12, distance: 0.3 })
  facade(
    scene,
    { x: 640, y: 262, width: 200, height: 58 },
    { columns: 9, rows: 2 },
    scene.far(scheme.wall, 0.2),
  )
  pen.path('M630 264l30-26h160l30 26z', scene.far(scheme.roof, 0.2))
  water(scene, 318, 600, 26)
  pen.path('M-10 318H970v6q-480 14-980 0z', mix(grass, '#2f5a4c', 0.3))
  const wood = random.pick(['#b98a5e', '#a9745a', '#c9a877', '#8f8a80'])
  const y = 214
  const w = random.int(250, 300)
  for (let at = 0; at < 6; at += 1) pen.rect(74 + (at * (w + 90)) / 5, 400, 10, 66, shade('#6b5345'))
  pen.rect(0, 392, w + 210, 14, lit('#d8bb90'))
  pen.rect(0, 406, w + 210, 6, shade('#8a6a55'))
  facade(scene, { x: 70, y, width: w, height: 180 }, undefined, wood)
  pen.line(d`M${70 + w / 2} ${y + 11}v168`, shade(wood), w, 'opacity=".4" stroke-dasharray="2 11"')
  flank(scene, { x: 70, y, width: w, height: 180 }, 50, 0, wood)
  pen.path(
    d`M50 ${y + 6}L${70 + w / 2} ${y - 122}L${90 + w} ${y + 6}l-20 0L${70 + w / 2} ${y - 92}L70 ${y + 6}z`,
    lit(scheme.roof),
  )
  gable(scene, 70, y + 4, w, 104, wood)
  pen.path(d`M${70 + w / 2} ${y - 118}h66L${w + 146} ${y + 8}h-56z`, shade(scheme.roof))
  pen.circle(70 + w / 2, y - 36, 24, lit(scheme.trim))
  pen.circle(70 + w / 2, y - 36, 18, scene.glass)
  pen.rect(104, y + 60, w - 68, 120, mix(shade(wood), '#2a2740', 0.5))
  for (let at = 0; at < 3; at += 1) {
    const hull = [scheme.accent, '#f4efe4', scheme.roof][at] ?? scheme.trim
    pen.path(d`M96 ${y + 88 + at * 32}h${w - 40}q-20 14-60 14h-${w - 140}q-30 0-40-14z`, lit(hull))
  }
  cornice(scene, 66, y + 46, w + 8, 8, scheme.trim)
  const crew = (x: number, at: number, colour: string) => {
    pen.path(d`M${x} ${at}h330q-30 16-90 16h-150q-60 0-90-16z`, lit(colour))
    let oars = ''
    for (let seat = 0; seat < 4; seat += 1) {
      const left = x + 70 + seat * 54
      oars += d`M${left + 8} ${at - 8}l-46 34`
      pen.path(d`M${left - 8} ${at + 2}q-2-26 12-28q12 4 10 28z`, lit(scheme.accent))
      pen.circle(left + 6, at - 34, 9, lit('#e6b98f'))
    }
    pen.line(oars, lit('#f4efe4'), 3, 'stroke-linecap="round"')
    pen.path(d`M${x - 20} ${at + 20}q180 14 360 0q-120 22-360 0z`, mood.sun, 'opacity=".5"')
  }
  crew(470, 470, '#fff6e4')
  if (random.chance(0.6)) crew(280, 545, scheme.roof)
  const cast = castOf(scene)
  crowd(scene, cast, { from: w + 90, to: w + 190, y: 394, depth: 4, height: 62, count: 3 })
  plant(scene, grow(scene, 'shrub'), 30, 394, 56)
  birds(scene, 560, 140)
}

const leftBank: readonly Point[] = [
  [330, 392],
  [380, 430],
  [300, 480],
  [200, 520],
  [120, 610],
]

const rightBank: readonly Point[] = [
  [780, 610],
  [760, 540],
  [660, 480],
  [600, 430],
  [640, 392],
]

function streamBridge(scene: Scene) {
  const { pen, random, lit, shade, grass, mood } = scene
  sky(scene, 330, { x: 240, y: 90, r: 28 })
  hills(scene, 330, 150, 2)
  const tree = grow(scene, random.pick(['round', 'ginkgo']))
  pen.rect(0, 320, 960, 280, pen.fade([grass, mix(grass, '#2f5a4c', 0.35)]))
  for (const [x, w] of [
    [90, 250],
    [610, 280],
  ] as const) {
    const top = random.int(196, 226)
    facade(
      scene,
      { x, y: top, width: w, height: 330 - top },
      { columns: Math.round(w / 34), rows: 2, kind: 'arch' },
    )
    hipRoof(scene, x, top, w, 54)
  }
  facade(scene, { x: 420, y: 150, width: 60, height: 180 }, { columns: 1, rows: 4, kind: 'arch', wall: 0.6 })
  hipRoof(scene, 420, 150, 60, 60, 8)
  plantRow(scene, tree, { from: -10, to: 970, y: 348, height: 120, count: 8, distance: 0.12 })
  const blue = mix(lit('#4f93a3'), mood.sky[0], 0.35)
  pen.path(
    `${curve(leftBank)}H780${curve(rightBank).replace('M', 'L')}z`,
    pen.fade([mix(blue, mood.haze, 0.6), blue]),
  )
  const stone = '#ddd0b8'
  const rise = random.int(56, 80)
  const bow = 372 - rise
  pen.path(
    d`M250 416Q484 ${bow - rise} 720 416v30h-92a144 118 0 0 0-288 0h-90z`,
    pen.fade([lit(stone), shade(stone)]),
  )
  pen.path('M340 446a144 118 0 0 0 288 0q-40 18-144 18t-144-18z', shade(stone), 'opacity=".3"')
  pen.line('M340 446a144 118 0 0 1 288 0', lit('#f6ecd6'), 7)
  pen.line(d`M250 412Q484 ${bow - rise - 4} 720 412`, lit('#f6ecd6'), 9, 'stroke-linecap="round"')
  let posts = ''
  for (let at = 0; at <= 10; at += 1) {
    const t = at / 10
    const y = (1 - t) ** 2 * 412 + 2 * t * (1 - t) * (bow - rise - 4) + t * t * 412
    posts += d`M${250 + at * 47} ${y}v-24`
  }
  pen.line(posts, lit('#f6ecd6'), 7)
  pen.line(d`M250 388Q484 ${bow - rise - 28} 720 388`, lit('#efe2c8'), 5)
  const cast = castOf(scene)
  stand(scene, cast[0], 450, bow + rise / 2 - 22, 58)
  stand(scene, cast[1], 520, bow + rise / 2 - 22, 50)
  ripples(scene, 470, 600, 8, mood.sun)
  for (const [x, y, r] of [
    [250, 500, 34],
    [176, 548, 46],
    [690, 500, 40],
    [770, 560, 54],
    [650, 462, 20],
  ] as const) {
    pen.path(blob(random, x, y, r, r * 0.55, 7, 0.14), shade('#b9b3a6'))
    pen.path(blob(random, x - r * 0.12, y - r * 0.14, r * 0.78, r * 0.34, 7, 0.14), lit('#cfc9bb'))
  }
  const shrub = grow(scene, 'shrub')
  plant(scene, shrub, 110, 560, 90)
  plant(scene, shrub, 870, 560, 110)
  plant(scene, tree, 880, 640, 430)
  meadow(scene, 585, 12, mix(scene.leaves[1], scene.grass, 0.3))
}

/** Compositions on moving water: river and stream. */
export const riverCompositions: readonly Composition[] = [
  {
    name: 'boathouse',
    moods: ['clear', 'summer', 'morning', 'autumn'],
    draw: boathouse,
    shares: [3, 0, 0, 1, 1, 0],
  },
  {
    name: 'stream-bridge',
    moods: ['spring', 'clear', 'autumn', 'summer'],
    draw: streamBridge,
    shares: [7, 2, 0, 2, 2, 0],
  },
]
