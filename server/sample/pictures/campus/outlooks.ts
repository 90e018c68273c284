import { cornice, facade, hipRoof, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { blob, clouds, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function observatory(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, lamp } = scene
  const dark = mood.name === 'night'
  sky(scene, 600, { x: random.int(120, 220), y: random.int(90, 150), r: 34 })
  let trails = ''
  const cx = 560
  if (dark) {
    for (let at = 1; at < 9; at += 1) {
      const r = 60 + at * 44
      const from = random.float(-2.9, -1.4)
      const to = from + random.float(0.4, 0.9)
      trails += d`M${cx + Math.cos(from) * r} ${220 + Math.sin(from) * r}A${r} ${r} 0 0 1 ${cx + Math.cos(to) * r} ${220 + Math.sin(to) * r}`
    }
    pen.line(trails, '#dfe4ff', 2, 'opacity=".4" stroke-linecap="round"')
  } else clouds(scene, 3, 60, 200)
  hills(scene, 470, 240, 3)
  const crest = random.int(386, 410)
  pen.path(
    d`M-10 474Q200 490 380 ${crest + 20}Q560 ${crest - 30} 720 ${crest + 30}T970 490V610H-10z`,
    pen.fade([scene.grass, mix(scene.grass, '#1d2f4a', 0.5)]),
  )
  const wall = mix(scheme.wall, scheme.trim, 0.5)
  facade(
    scene,
    { x: 300, y: crest - 40, width: 190, height: 64 },
    { columns: 8, rows: 1, kind: 'tall' },
    wall,
  )
  cornice(scene, 294, crest - 48, 206, 9, scheme.roof)
  const r = random.int(96, 120)
  facade(scene, { x: cx - r + 8, y: crest - 90, width: r * 2 - 16, height: 108 }, undefined, wall)
  windows(
    scene,
    { x: cx - r + 20, y: crest - 78, width: r * 2 - 40, height: 90 },
    { columns: 6, rows: 1, kind: 'arch', wall: 0.56 },
  )
  const dome = crest - 92
  pen.path(
    d`M${cx - r} ${dome}A${r} ${r} 0 0 1 ${cx + r} ${dome}z`,
    pen.fade([mix(lit('#f2f0ea'), mood.sun, 0.2), shade('#d5d6da')], 'diagonal'),
  )
  pen.line(
    d`M${cx - r * 0.7} ${dome}A${r * 0.7} ${r} 0 0 1 ${cx} ${dome - r}M${cx - r * 0.3} ${dome}A${r * 0.3} ${r} 0 0 1 ${cx} ${dome - r}M${cx + r * 0.86} ${dome}A${r * 0.86} ${r} 0 0 0 ${cx + r * 0.3} ${dome - r * 0.94}`,
    shade('#d5d6da'),
    2,
    'opacity=".6"',
  )
  pen.path(
    d`M${cx + r * 0.2} ${dome}Q${cx + r * 0.22} ${dome - r * 0.7} ${cx + r * 0.1} ${dome - r * 1.02}L${cx + r * 0.4} ${dome - r * 0.93}Q${cx + r * 0.56} ${dome - r * 0.6} ${cx + r * 0.54} ${dome}z`,
    mix('#27304f', lamp, 0.25),
  )
  pen.path(
    d`M${cx + r * 0.24} ${dome - 20}L${cx + r * 0.62} ${dome - r * 1.12}l22 9L${cx + r * 0.46} ${dome - 14}z`,
    lit(scheme.accent),
  )
  pen.rect(cx - r - 6, dome - 2, r * 2 + 12, 11, lit(scheme.trim))
  const slim = grow(scene, 'poplar')
  const tree = grow(scene, 'round')
  plantRow(scene, slim, { from: 170, to: 280, y: crest + 40, height: 110, count: 3 })
  plantRow(scene, tree, { from: 740, to: 940, y: crest + 70, height: 100, count: 4 })
  pen.path(d`M${cx - 10} ${crest + 16}q-10 40-120 70T${300} 610h170q20-70 100-110t40-84z`, lit('#e9dabb'))
  const cast = castOf(scene)
  crowd(scene, cast, { from: cx - 120, to: cx - 30, y: crest + 70, depth: 40, height: 46, count: 3 })
  const x = random.int(200, 250)
  pen.line(d`M${x} 546l-18 40M${x} 546l18 40M${x} 546v40`, shade('#6b5345'), 4)
  pen.line(d`M${x - 26} 560L${x + 36} 518`, lit(scheme.accent), 11)
  stand(scene, cast[1], x - 54, 584, 88)
  plant(scene, tree, 900, 620, 300)
}

function farm(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood } = scene
  sky(scene, 280, { x: 730, y: 100, r: 30 })
  clouds(scene, 3, 40, 140)
  hills(scene, 284, 130, 3)
  pen.rect(0, 276, 960, 330, grass)
  const vx = random.int(440, 540)
  const greens = [
    scene.leaves[0],
    mix(scene.leaves[1], grass, 0.4),
    lit('#a77c58'),
    scene.leaves[1],
    lit('#b98b62'),
  ]
  for (let at = -9; at < 9; at += 1) {
    const a = vx + at * 26
    const b = vx + at * 190
    pen.path(d`M${a} 318H${a + 24}L${b + 150} 600H${b}z`, greens[(at + 20) % greens.length] ?? grass)
    let sprouts = ''
    for (let row = 1; row < 10; row += 1) {
      const t = (row / 10) ** 1.7
      const x = a + 12 + (b + 75 - a - 12) * t
      const y = 318 + 282 * t
      const s = 3 + t * 20
      if (x > -40 && x < 1000)
        sprouts += d`M${x} ${y}q${-s}-2 ${-s} ${-s}q${s} 0 ${s} ${s}q0 ${-s} ${s} ${-s}q0 ${s}-${s} ${s}z`
    }
    if (at % 2 === 0)
      pen.path(sprouts, at % 4 === 0 ? scene.leaves[2] : mix(scene.leaves[0], '#fff7cf', 0.25))
  }
  const x = random.int(110, 150)
  pen.path(d`M${x} 330V240q60-70 130-70t130 70v90z`, mix(scene.glass, mood.sky[2], 0.65), 'opacity=".92"')
  pen.path(
    d`M${x + 20} 328q10-34 30-34t24 34zM${x + 90} 328q14-60 40-60t36 60zM${x + 180} 328q10-40 34-40t26 40z`,
    scene.leaves[1],
    'opacity=".85"',
  )
  pen.line(
    d`M${x} 330V240q60-70 130-70t130 70v90M${x + 65} 330V190M${x + 130} 330V170M${x + 195} 330V190M${x} 240h260M${x} 285h260`,
    lit('#fffaf0'),
    5,
  )
  facade(scene, { x: 560, y: 230, width: 300, height: 100 }, { columns: 9, rows: 2, kind: 'plain' })
  hipRoof(scene, 560, 230, 300, 50)
  pen.path(d`M496 330L508 170h24l12 160z`, lit(scheme.trim))
  pen.path(d`M520 330V170h12l12 160z`, shade(scheme.trim), 'opacity=".6"')
  pen.path('M504 172q16-30 32 0z', lit(scheme.roof))
  const spin = random.int(0, 80)
  pen.group(`transform="rotate(${spin} 520 164)"`, () => {
    for (const turn of [0, 90, 180, 270])
      pen.path('M518 164l-4-76h18l-10 76z', lit(scheme.accent), `transform="rotate(${turn} 520 164)"`)
  })
  pen.circle(520, 164, 7, shade(scheme.roof))
  const tree = grow(scene, 'round')
  plantRow(scene, tree, { from: 400, to: 480, y: 330, height: 80, count: 2 })
  plantRow(scene, tree, { from: 880, to: 960, y: 340, height: 130, count: 2 })
  const cast = castOf(scene)
  crowd(scene, cast, { from: 160, to: 800, y: 390, depth: 110, height: 84, count: 7 })
  pen.path(blob(random, 90, 608, 130, 46, 9, 0.2), scene.leaves[2])
  meadow(scene, 580, 12, mix(scene.leaves[1], scene.grass, 0.3))
}

/** Compositions under a wide sky: observatory, school farm. */
export const outlookCompositions: readonly Composition[] = [
  {
    name: 'observatory',
    moods: ['night', 'dusk', 'night', 'golden'],
    draw: observatory,
    shares: [5, 2, 1, 1, 1, 0],
  },
  { name: 'farm', moods: ['summer', 'clear', 'morning', 'spring'], draw: farm, shares: [3, 2, 0, 3, 0, 1] },
]
