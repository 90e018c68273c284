import { bars, groundShadow, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant, plantRow } from '../drawing/trees.ts'

function ribbon(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood, lamp, glass } = scene
  sky(scene, 510, { x: 160, y: 120, r: 34 })
  clouds(scene, 3, 50, 200)
  hills(scene, 420, 120, 2)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 300, y: 430, height: 90, count: 5, distance: 0.3 })
  const floors = random.int(4, 5)
  const bow = random.int(60, 100)
  for (let at = 0; at < floors; at += 1) {
    const y = 452 - at * 62
    const tip = 170 + at * random.int(26, 46)
    const far = y - 34 + at * 4
    const glow = mood.lamps > 0.3 ? lamp : mix(glass, mood.sky[2], 0.3)
    pen.path(
      d`M${tip + 20} ${y}Q${tip + bow * 2} ${y + bow * 0.5} 700 ${y - 6}T970 ${far - 20}V${far - 60}L${tip + 20} ${y - 44}z`,
      pen.fade([glass, glow], 'right'),
    )
    bars(
      scene,
      { x: tip + 60, y: y - 40, width: 900, height: 64 },
      { step: 34, thick: 2, colour: shade(scheme.roof), more: 'opacity=".5"' },
    )
    const top = y - 44
    pen.path(
      d`M${tip} ${top + 6}Q${tip + bow * 2} ${top + bow * 0.5 + 16} 700 ${top + 8}T970 ${far - 44}V${far - 74}Q860 ${top - 26} 700 ${top - 20}T${tip + 20} ${top - 22}Q${tip - 22} ${top - 12} ${tip} ${top + 6}z`,
      pen.fade([lit(scheme.trim), mix(lit(scheme.trim), shade(scheme.trim), 0.45)], 'right'),
    )
    pen.line(
      d`M${tip} ${top + 8}Q${tip + bow * 2} ${top + bow * 0.5 + 18} 700 ${top + 10}T970 ${far - 42}`,
      shade(scheme.trim),
      5,
      'opacity=".7"',
    )
    if (at === floors - 1) {
      for (const x of [tip + 110, tip + 210, tip + 330])
        pen.path(blob(random, x, top - 24, 46, 14, 8), scene.leaves[1])
    }
  }
  pen.path('M-10 470Q250 430 520 486T970 440V610H-10z', pen.fade([grass, mix(grass, '#2f5a4c', 0.35)]))
  pen.path('M-10 560Q280 470 560 508T970 486v34Q760 530 540 540T160 612H-10z', lit('#f0e3c8'))
  const cast = castOf(scene)
  crowd(scene, cast, { from: 380, to: 860, y: 516, depth: 16, height: 60, count: 6 })
  const tree = grow(scene, random.pick(['round', 'poplar']))
  plant(scene, tree, 110, 540, 250)
  plant(scene, tree, 200, 500, 150)
  pen.path('M560 610Q700 540 970 560V610z', mix(scene.leaves[1], grass, 0.4))
  meadow(scene, 582, 18, mix(scene.leaves[1], scene.grass, 0.3))
  birds(scene, 400, 110)
}

function cubes(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 470, { x: 790, y: 110, r: 30 })
  clouds(scene, 3, 50, 200)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 466, height: 130, count: 9, distance: 0.45 })
  const tints = random.shuffle([scheme.accent, scheme.wall, '#f7f1e4', scheme.roof, '#f0c468', '#86b0a6'])
  const spots = [
    [130, 360, 190, 110],
    [330, 350, 150, 120],
    [560, 364, 210, 106],
    [210, 252, 220, 104],
    [450, 246, 170, 110],
    [640, 256, 150, 100],
    [300, 146, 170, 102],
    [500, 150, 200, 92],
  ] as const
  spots.forEach(([x0, y, w, h], at) => {
    const x = x0 + random.int(-22, 22)
    const tint = tints[at % tints.length] ?? scheme.wall
    pen.path(d`M${x + w} ${y}l44-22v${h}l-44 22z`, shade(tint))
    pen.path(d`M${x} ${y}l44-22h${w}l-44 22z`, mix(lit(tint), '#ffffff', 0.3))
    pen.rect(x, y, w, h, lit(tint))
    pen.rect(x + 12, y + 12, w - 24, h - 24, mix(scene.glass, scene.mood.sky[2], 0.2))
    pen.path(
      d`M${x + 12} ${y + h - 12}V${y + 12}H${x + w - 12}v8H${x + 22}v${h - 32}z`,
      '#1d2f4a',
      'opacity=".28"',
    )
    windows(
      scene,
      { x: x + 20, y: y + 18, width: w - 40, height: h - 30 },
      { columns: 3 + (at % 2), rows: 1, kind: 'tall', wall: 0.16 },
    )
    if (at % 3 === 2) pen.path(blob(random, x + w / 2, y - 10, w * 0.34, 14, 9), scene.leaves[1])
    pen.path(d`M${x + 6} ${y + h}h${w - 6}l44-22v10l-44 24h${-w}z`, '#1d2f4a', 'opacity=".2"')
  })
  pen.path('M0 466Q480 448 960 466V600H0z', pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  groundShadow(scene, 150, 470, 680, 70)
  pen.path('M380 468h170l190 132H240z', lit('#f1e5cb'))
  for (let at = 0; at < 6; at += 1) {
    const hop = 486 + at * 18
    pen.oval(
      480 + (at % 2 === 0 ? -1 : 1) * (10 + at * 4),
      hop,
      22 + at * 4,
      6 + at,
      lit(tints[at] ?? scheme.accent),
      'opacity=".8"',
    )
  }
  const tree = grow(scene, random.pick(['round', 'ginkgo', 'poplar']))
  plant(scene, tree, 90, 540, 240)
  plant(scene, tree, 880, 520, 190)
  hedge(scene, 640, 520, 200, 22)
  const cast = castOf(scene)
  crowd(scene, cast, { from: 300, to: 660, y: 490, depth: 80, height: 70, count: 8 })
  stand(scene, cast[0], 200, 560, 84)
}

/** Compositions of new forms: ribbon, cubes. */
export const modernCompositions: readonly Composition[] = [
  {
    name: 'ribbon',
    moods: ['clear', 'dusk', 'summer', 'spring', 'golden'],
    draw: ribbon,
    shares: [6, 3, 0, 0, 1, 0],
  },
  { name: 'cubes', moods: ['clear', 'spring', 'summer', 'morning'], draw: cubes, shares: [5, 0, 1, 5, 0, 0] },
]
