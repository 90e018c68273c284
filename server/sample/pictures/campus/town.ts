import { bars, cornice, facade, groundShadow, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { clouds, sky } from '../drawing/nature.ts'
import { castOf, crowd, flag } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function atrium(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, lamp, glass } = scene
  sky(scene, 440, { x: 500, y: 90, r: 30 })
  clouds(scene, 3, 40, 150)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 440, height: 120, count: 9, distance: 0.45 })
  const leftTop = random.int(120, 170)
  const rightTop = random.int(170, 220)
  const glow = mood.lamps > 0.3
  const pane = pen.fade(
    glow ? [mix(glass, lamp, 0.35), lamp] : [mix(glass, mood.sky[2], 0.25), mix(glass, mood.sky[2], 0.75)],
  )
  pen.path(d`M320 450V230L640 ${rightTop + 10}V450z`, pane)
  pen.line(
    d`M320 410L640 380M560 450V200M330 350L640 330M350 290L640 270`,
    lit(scheme.trim),
    5,
    'opacity=".55"',
  )
  pen.path(
    d`M350 450L470 380L530 380L410 450zM470 380L400 320L450 320L530 380z`,
    lit(scheme.accent),
    'opacity=".85"',
  )
  crowd(scene, castOf(scene), { from: 350, to: 620, y: 446, depth: 2, height: 46, count: 4 })
  let grid = ''
  for (let x = 350; x < 640; x += 30) grid += d`M${x} ${250 - (x - 350) * 0.08}V450`
  pen.line(grid, '#ffffff', 2, 'opacity=".5"')
  pen.path(d`M300 236L650 ${rightTop + 4}V${rightTop + 20}L300 250z`, lit(scheme.trim))
  facade(
    scene,
    { x: 60, y: leftTop, width: 270, height: 450 - leftTop },
    { columns: 7, rows: 5, kind: 'tall', wall: 0.36, frame: lit(scheme.trim) },
  )
  pen.rect(312, leftTop, 18, 450 - leftTop, shade(scheme.wall), 'opacity=".7"')
  cornice(scene, 52, leftTop - 10, 286, 10, scheme.trim)
  facade(
    scene,
    { x: 630, y: rightTop, width: 280, height: 450 - rightTop },
    { columns: 1, rows: 4, kind: 'band' },
    mix(scheme.wall, scheme.trim, 0.5),
  )
  bars(
    scene,
    { x: 648, y: rightTop + 10, width: 254, height: 434 - rightTop },
    { step: 20, thick: 4, colour: lit(scheme.trim) },
  )
  cornice(scene, 622, rightTop - 10, 296, 10, scheme.roof)
  const bridge = 286
  pen.rect(316, bridge, 330, 54, pen.fade([mix(glass, mood.sky[2], 0.5), glow ? lamp : glass]))
  let truss = d`M322 ${bridge + 48}`
  for (let at = 1; at <= 9; at += 1) truss += d`L${322 + at * 35} ${at % 2 === 1 ? bridge + 6 : bridge + 48}`
  pen.line(truss, lit(scheme.trim), 4)
  pen.rect(312, bridge - 6, 338, 9, lit(scheme.roof))
  pen.rect(312, bridge + 50, 338, 10, lit(scheme.roof))
  pen.rect(322, bridge + 60, 318, 26, '#1d2f4a', 'opacity=".12"')
  pen.rect(0, 448, 960, 152, pen.fade([lit('#e9dcc4'), lit('#cdbb9b')]))
  pen.line(
    'M0 476H960M0 520H960M480 448V600M300 448L150 600M660 448L810 600M120 448L-120 600M840 448L1080 600',
    shade('#cdbb9b'),
    2,
    'opacity=".4"',
  )
  groundShadow(scene, 60, 450, 850, 46)
  const tree = grow(scene, random.pick(['round', 'ginkgo']))
  for (const [x, y, h] of [
    [150, 500, 150],
    [800, 500, 160],
    [60, 596, 280],
    [906, 590, 250],
  ] as const) {
    pen.path(d`M${x - h * 0.22} ${y}h${h * 0.44}l${-h * 0.04} ${h * 0.1}h${-h * 0.36}z`, lit(scheme.roof))
    plant(scene, tree, x, y, h)
  }
  const cast = castOf(scene)
  crowd(scene, cast, { from: 230, to: 720, y: 478, depth: 90, height: 76, count: 7 })
  flag(scene, 560, 500, 170, scheme.accent)
}

function verticalCampus(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, lamp } = scene
  sky(scene, 540, { x: 200, y: 130, r: 34 })
  clouds(scene, 3, 60, 240)
  for (let layer = 0; layer < 2; layer += 1) {
    let towers = ''
    for (let x = -20; x < 960; x += random.int(46, 84)) {
      const h = random.int(130, 330) - layer * 70
      const w = random.int(38, 70)
      towers += d`M${x} 540V${540 - h}h${w}V540z`
    }
    pen.path(towers, mix(mix(mood.sky[0], '#5f7896', 0.5), mood.haze, 0.78 - layer * 0.3))
  }
  const x = random.int(330, 400)
  const shrub = grow(scene, 'shrub')
  let y = 520
  let roof = x
  const tree = grow(scene, 'round')
  const floors = random.int(5, 6)
  const tints = [scheme.wall, scheme.trim, mix(scheme.wall, scheme.trim, 0.5)]
  for (let at = 0; at < floors; at += 1) {
    const h = floors > 5 ? 54 : 66
    const shift = random.int(-46, 46)
    const w = 250 - at * 8
    const left = x + shift
    y -= h
    roof = left
    pen.path(d`M${left + w} ${y}l56-18v${h}l-56 18z`, shade(tints[at % 3] ?? scheme.wall))
    facade(
      scene,
      { x: left, y, width: w, height: h },
      { columns: 8, rows: 2, kind: at % 2 === 0 ? 'tall' : 'band', wall: 0.34 },
      tints[at % 3],
    )
    if (at === floors - 1) continue
    y -= 22
    pen.rect(left + 14, y, w - 20, 24, mood.lamps > 0.3 ? lamp : shade(scheme.wall))
    plant(scene, shrub, left + 44, y + 24, 28)
    plant(scene, shrub, left + w - 50, y + 24, 34)
    pen.path(d`M${left + 4} ${y + 22}h${w}l54-18v5l-54 18h${-w}z`, lit(scheme.trim))
    if (random.chance(0.7)) plant(scene, tree, left + random.int(50, 190), y + 24, 52)
  }
  for (const at of [40, 90, 150, 200]) plant(scene, tree, roof + at - 10, y + 2, 60)
  pen.rect(x - 170, 420, 180, 110, lit(scheme.roof))
  windows(
    scene,
    { x: x - 164, y: 428, width: 168, height: 92 },
    { columns: 6, rows: 2, kind: 'tall', wall: 0.3 },
  )
  cornice(scene, x - 178, 412, 196, 9, scheme.trim)
  pen.path('M0 520H960V600H0z', pen.fade([lit('#e6d9c2'), lit('#c9b798')]))
  pen.rect(0, 552, 960, 48, mix(lit('#8a8f99'), mood.haze, 0.2))
  pen.line('M20 576H940', '#f5efe0', 4, 'stroke-dasharray="40 30" opacity=".8"')
  plantRow(scene, grow(scene, 'broad'), { from: 30, to: 300, y: 536, height: 130, count: 3 })
  plantRow(scene, tree, { from: 700, to: 940, y: 536, height: 140, count: 3 })
  const bus = random.int(560, 720)
  pen.rect(bus, 520, 150, 56, lit(scheme.accent), 'rx="10"')
  pen.path(
    d`M${bus + 10} 530h26v20h-26zM${bus + 44} 530h26v20h-26zM${bus + 78} 530h26v20h-26zM${bus + 112} 530h30v26h-30z`,
    scene.glass,
  )
  pen.path(
    d`M${bus + 20} 576a12 12 0 1 0 24 0a12 12 0 1 0-24 0M${bus + 104} 576a12 12 0 1 0 24 0a12 12 0 1 0-24 0`,
    '#37394a',
  )
  crowd(scene, castOf(scene), { from: 300, to: 560, y: 532, depth: 14, height: 46, count: 8 })
}

/** Compositions in the middle of a town: atrium, stacked floors. */
export const townCompositions: readonly Composition[] = [
  {
    name: 'atrium',
    moods: ['clear', 'dusk', 'morning', 'summer', 'rain'],
    draw: atrium,
    shares: [6, 0, 1, 2, 1, 3],
  },
  {
    name: 'vertical',
    moods: ['morning', 'golden', 'clear', 'dusk', 'summer'],
    draw: verticalCampus,
    shares: [5, 0, 1, 1, 1, 0],
  },
]
