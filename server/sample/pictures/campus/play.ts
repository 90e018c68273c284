import { cornice, facade, groundShadow, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { clouds, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function playground(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 380, { x: 820, y: 100, r: 34 })
  clouds(scene, 4, 40, 170)
  hills(scene, 372, 110, 2)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 380, height: 120, count: 9, distance: 0.3 })
  const tints = random.shuffle(['#f2b84b', '#e8855f', '#7fb3a6', '#f6e7cb', '#9db7d4', '#e9a7a0'])
  const houses = random.int(4, 5)
  const w = 520 / houses
  for (let at = 0; at < houses; at += 1) {
    const x = 40 + at * w
    const y = 280 - random.int(0, 34)
    const tint = tints[at] ?? scheme.wall
    facade(scene, { x, y, width: w, height: 400 - y }, undefined, tint)
    pen.path(d`M${x - 4} ${y}l${w / 2 + 4} ${-w * 0.5}l${w / 2 + 4} ${w * 0.5}z`, lit(tint))
    pen.line(
      d`M${x - 5} ${y + 3}l${w / 2 + 5} ${-w * 0.5}l${w / 2 + 5} ${w * 0.5}`,
      lit(scheme.roof),
      9,
      'stroke-linejoin="round" stroke-linecap="round"',
    )
    pen.circle(x + w / 2, y - 6, 15, scene.glass, `stroke="${lit('#fffaf0')}" stroke-width="5"`)
    windows(
      scene,
      { x: x + 6, y: y + 30, width: w - 12, height: 90 },
      { columns: 2, rows: 1, kind: at % 2 === 0 ? 'arch' : 'tall', wall: 0.36, frame: lit('#fffaf0') },
    )
  }
  pen.rect(0, 392, 960, 210, pen.fade([grass, mix(grass, '#2f5a4c', 0.25)]))
  groundShadow(scene, 40, 396, 520, 30)
  const soft = lit(random.pick(['#e9b08a', '#9cc7c4', '#f0cf86', '#d9a7b0']))
  pen.path('M120 470Q300 420 520 450T860 470Q960 520 820 570T300 590Q60 560 120 470z', soft)
  for (let at = 0; at < 5; at += 1)
    pen.circle(250 + at * 60, 540 + (at % 2) * 18, 18, '#ffffff', 'opacity=".4"')
  pen.path(
    'M540 540Q600 360 720 356T930 540z',
    pen.fade([mix(grass, '#fff7cf', 0.25), mix(grass, '#2f5a4c', 0.25)], 'right'),
  )
  pen.path('M690 540v-40a42 42 0 0 1 84 0v40z', shade('#8a6a55'))
  pen.path('M700 540v-38a32 32 0 0 1 64 0v38z', '#2f3350', 'opacity=".7"')
  for (const [x, y] of [
    [600, 470],
    [640, 420],
    [620, 500],
    [664, 384],
    [580, 516],
  ] as const)
    pen.circle(x, y, 8, lit(tints[((x / 20) % 6) | 0] ?? scheme.accent))
  const slide = lit(scheme.accent)
  pen.path('M736 350q40 0 70 70t70 112l44 12v-16q-30-6-56-72t-92-128z', slide)
  pen.path('M736 350h36q30 24 92 128t56 72h-8q-28-6-56-66t-90-118h-30z', '#ffffff', 'opacity=".35"')
  pen.rect(690, 300, 60, 60, lit('#b98a5e'))
  pen.path('M680 304l40-46l40 46z', lit(tints[1] ?? scheme.roof))
  pen.rect(706, 322, 28, 38, shade('#6b5345'))
  pen.line(
    'M180 540L220 420M260 540L220 420H400L360 540M400 420L440 540',
    lit('#b98a5e'),
    9,
    'stroke-linecap="round"',
  )
  const cast = castOf(scene)
  for (const x of [270, 340]) {
    const swing = random.int(-24, 24)
    pen.line(d`M${x - 12} 424L${x - 12 + swing} 506M${x + 12} 424L${x + 12 + swing} 506`, shade('#8a6a55'), 3)
    pen.rect(x - 18 + swing, 504, 36, 6, lit(tints[2] ?? scheme.accent))
    if (x === 270)
      pen.use(cast[1], `transform="translate(${x + swing} 520)scale(.6)" fill="${lit('#e8734f')}"`)
  }
  crowd(scene, cast, { from: 420, to: 560, y: 500, depth: 70, height: 62, count: 4 })
  stand(scene, cast[0], 640, 416, 52)
  plant(scene, grow(scene, 'round'), 40, 560, 250)
  plant(scene, grow(scene, 'shrub'), 910, 606, 90)
  meadow(scene, 586, 16, scene.leaves[1])
}

function colourSteps(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood } = scene
  sky(scene, 300, { x: 240, y: 90, r: 32 })
  clouds(scene, 3, 40, 130)
  const tree = grow(scene, random.pick(['round', 'ginkgo', 'poplar']))
  plantRow(scene, tree, { from: 0, to: 960, y: 262, height: 150, count: 8, distance: 0.3 })
  const shrub = grow(scene, 'shrub')
  const w = random.int(300, 380)
  facade(scene, { x: 480 - w / 2, y: 90, width: w, height: 160 })
  for (let at = 0; at < 5; at += 1) {
    const gap = w / 5
    pen.rect(
      480 - w / 2 + 8 + at * gap,
      110,
      gap - 16,
      140,
      mood.lamps > 0.3 ? scene.lamp : at === 2 ? mix(scene.glass, '#27364f', 0.4) : scene.glass,
    )
  }
  cornice(scene, 480 - w / 2 - 24, 74, w + 48, 18, scheme.trim)
  for (const x of [90, 690]) {
    facade(
      scene,
      { x, y: 160, width: 180, height: 100 },
      { columns: 6, rows: 2, kind: 'tall' },
      mix(scheme.wall, scheme.trim, 0.4),
    )
    cornice(scene, x - 6, 150, 192, 10, scheme.roof)
  }
  const ramp = [
    scheme.accent,
    mix(scheme.accent, scheme.wall, 0.5),
    scheme.wall,
    mix(scheme.wall, scheme.trim, 0.6),
    scheme.trim,
  ]
  const rows = 13
  let y = 246
  for (let row = 0; row < rows; row += 1) {
    const h = 14 + row * 2
    const half = 200 + row * 22
    const tint = mix(ramp[Math.floor(row / 3)] ?? scheme.trim, '#fff5e2', 0.15)
    pen.rect(480 - half, y, half * 2, h, lit(tint))
    pen.rect(480 - half, y + h * 0.45, half * 2, h * 0.55, shade(tint), 'opacity=".75"')
    y += h
  }
  for (let tier = 0; tier < 3; tier += 1) {
    const top = 262 + tier * 116
    const inner = 216 + tier * 92
    for (const way of [-1, 1]) {
      const x = way < 0 ? 480 - inner - 320 : 480 + inner
      pen.rect(x, top, 320, 150, lit(scheme.trim))
      pen.rect(
        x,
        top + 14,
        320,
        140,
        way < 0 ? mix(lit(scheme.trim), shade(scheme.trim), 0.4) : shade(scheme.trim),
      )
      const near = way < 0 ? x + 250 : x + 70
      plant(scene, shrub, near - way * 10, top + 2, 44 + tier * 8)
      plant(scene, shrub, near + way * 90, top + 2, 38 + tier * 8)
      plant(scene, tree, near + way * 46, top + 4, 130 + tier * 54)
    }
  }
  const cast = castOf(scene)
  crowd(scene, cast, { from: 330, to: 640, y: 300, depth: 0, height: 50, count: 4 })
  crowd(scene, cast, { from: 300, to: 680, y: 440, depth: 20, height: 72, count: 4 })
  stand(scene, cast[0], 420, 584, 118)
  stand(scene, cast[1], 476, 588, 92)
}

/** Compositions of play and movement: playground, steps. */
export const playCompositions: readonly Composition[] = [
  {
    name: 'playground',
    moods: ['summer', 'spring', 'clear', 'morning'],
    draw: playground,
    shares: [4, 3, 1, 1, 0, 0],
  },
  {
    name: 'colour-steps',
    moods: ['clear', 'summer', 'golden', 'spring', 'autumn'],
    draw: colourSteps,
    shares: [5, 0, 2, 1, 2, 2],
  },
]
