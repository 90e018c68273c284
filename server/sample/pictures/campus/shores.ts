import { curvedRoof, facade, hipRoof, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, hills, meadow, ridge, ripples, sky, water } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function pavilion(scene: Scene, x: number, y: number, width: number, tiers: number) {
  const { pen, lit, shade, scheme } = scene
  let foot = y
  for (let tier = 0; tier < tiers; tier += 1) {
    const w = width * (1 - tier * 0.24)
    const h = width * (tier === 0 ? 0.42 : 0.26)
    const left = x + (width - w) / 2
    pen.rect(left, foot - h, w, h, mix(shade(scheme.wall), '#3a3550', 0.25))
    windows(
      scene,
      { x: left, y: foot - h, width: w, height: h },
      { columns: 5, rows: 1, kind: 'tall', wall: 0.3 },
    )
    for (const at of [0, 0.33, 0.67, 1]) pen.rect(left + at * (w - 8), foot - h, 8, h, lit('#b4513c'))
    curvedRoof(scene, left, foot - h, w, width * 0.24)
    foot -= h + width * 0.2
  }
}

function lakeside(scene: Scene) {
  const { pen, random, grass, lit, mood } = scene
  const shore = 372
  sky(scene, shore, { x: random.int(640, 780), y: 110, r: 30 })
  clouds(scene, 2, 50, 120)
  hills(scene, shore - 4, 210)
  const tree = grow(scene, 'round')
  const left = random.int(150, 220)
  const shoreline = pen.define(() => {
    plantRow(scene, tree, { from: -10, to: 960, y: shore - 2, height: 76, count: 13, distance: 0.35 })
    facade(scene, { x: 520, y: 270, width: 300, height: 100 }, { columns: 10, rows: 2, kind: 'tall' })
    hipRoof(scene, 520, 270, 300, 46)
    pavilion(scene, left, shore, 150, random.int(2, 3))
    pen.rect(left - 30, shore - 10, 210, 14, lit('#e6dcc6'))
    pavilion(scene, 400, shore, 80, 1)
    pen.rect(-10, shore - 2, 980, 8, mix(grass, '#2f5a4c', 0.3))
  })
  pen.use(shoreline, '')
  water(scene, shore + 4, 600, 0)
  pen.use(shoreline, `transform="translate(0 ${shore * 2 + 6})scale(1 -1)" opacity=".3"`)
  ripples(scene, shore + 20, 590, 22, mix(mood.sun, mood.sky[2], 0.3))
  pen.line(
    d`M${left + 180} ${shore - 8}L${left + 210} ${shore - 2}L${left + 240} ${shore - 12}L400 ${shore - 2}`,
    lit('#b4513c'),
    4,
  )
  for (let at = 0; at < 13; at += 1) {
    const y = random.int(480, 596)
    const r = (y - 400) * random.float(0.14, 0.24)
    pen.oval(random.int(300, 960), y, r, r * 0.32, mix(scene.leaves[1], scene.leaves[2], random.next()))
  }
  for (const [x, y] of [
    [560, 500],
    [700, 540],
    [860, 500],
  ] as const) {
    pen.path(d`M${x} ${y}q-14-8-12-22q8 2 12 10q-2-12 0-20q6 8 4 20q4-8 12-10q2 14-16 22z`, lit('#ef9aa5'))
  }
  plant(scene, grow(scene, 'willow'), 70, 470, 420)
  pen.path(d`M-10 452Q130 450 210 500T300 610H-10z`, mix(grass, '#2f5a4c', 0.2))
  const cast = castOf(scene)
  stand(scene, cast[1], 130, 530, 76)
  stand(scene, cast[0], 166, 536, 60)
}

function seaView(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood } = scene
  const sea = 300
  sky(scene, sea, { x: 250, y: random.int(80, 170), r: 34 })
  clouds(scene, 3, 50, 150)
  ridge(scene, sea + 2, 70, scene.far(scene.leaves[2], 0.6), sea + 10, 3)
  water(scene, sea, 440, 16)
  for (const x of [150, 330]) {
    const s = random.int(16, 30)
    pen.path(d`M${x} ${sea + 40}v${-s * 2}q${s} ${s} ${s} ${s * 1.8}z`, '#fffaf0')
    pen.path(d`M${x - 12} ${sea + 42}h44l-8 9h-28z`, lit(scheme.accent))
  }
  pen.path('M-10 440Q200 414 420 430T970 400V610H-10z', lit('#eed9ae'))
  pen.path('M-10 470Q240 440 470 458T970 440V610H-10z', pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  const floors = random.int(4, 5)
  for (let at = 0; at < floors; at += 1) {
    const y = 450 - (at + 1) * 66
    const x = 500 + at * random.int(38, 54)
    pen.rect(x + 22, y + 12, 980 - x, 56, mix(shade(scheme.wall), scene.glass, 0.45))
    windows(
      scene,
      { x: x + 26, y: y + 8, width: 940 - x, height: 58 },
      { columns: 11 - at, rows: 1, kind: 'tall', wall: 0.2 },
    )
    pen.path(d`M970 ${y}H${x + 20}q-22 0-22 11t22 11H970z`, lit(scheme.trim))
    pen.path(d`M970 ${y + 22}H${x + 22}q-12 0-18-4q6 14 40 14H970z`, '#1d2f4a', 'opacity=".2"')
    if (at < floors - 1) pen.path(blob(random, x + 20, y - 4, 26, 12, 7), scene.leaves[1])
  }
  pen.path('M430 470Q640 440 970 452v26Q660 462 440 492z', lit('#f3e6c9'))
  const tall = grow(scene, 'palm')
  plantRow(scene, tall, { from: 460, to: 940, y: 500, height: 150, count: 4 })
  const cast = castOf(scene)
  crowd(scene, cast, { from: 500, to: 900, y: 474, depth: 12, height: 44, count: 6 })
  plant(scene, tall, 210, 596, 430, scene.leaves[2])
  plant(scene, tall, 90, 620, 560, scene.leaves[1])
  pen.path(blob(random, 60, 600, 190, 60, 10, 0.2), scene.leaves[2])
  meadow(scene, 580, 16, mix(scene.leaves[2], '#1d3a40', 0.2))
  birds(scene, 420, 120, 5)
  if (mood.lamps > 0.5) pen.circle(250, sea + 30, 60, pen.glow(mood.sun, 0.4))
}

/** Compositions on wide water: lake and sea. */
export const shoreCompositions: readonly Composition[] = [
  {
    name: 'lakeside',
    moods: ['morning', 'spring', 'clear', 'dusk', 'mist'],
    draw: lakeside,
    shares: [4, 0, 0, 2, 1, 0],
  },
  {
    name: 'sea-view',
    moods: ['summer', 'clear', 'golden'],
    draw: seaView,
    cities: ['shenzhen', 'zhuhai', 'huizhou'],
    shares: [6, 1, 1, 3, 1, 0],
  },
]
