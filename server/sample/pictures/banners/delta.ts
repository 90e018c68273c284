import { facade, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, meadow, ridge, ripples, sky, water } from '../drawing/nature.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

const hours: Composition['moods'] = ['clear', 'golden', 'morning', 'summer', 'dusk']

function zhuhai(scene: Scene) {
  const { pen, random, lit, shade, mood } = scene
  const sea = 250
  sky(scene, sea, { x: random.int(340, 480), y: random.int(90, 140), r: 38 })
  clouds(scene, 4, 40, 140)
  for (const [x, w, h, air] of [
    [120, 260, 60, 0.65],
    [620, 360, 84, 0.6],
    [1040, 300, 70, 0.5],
    [420, 200, 40, 0.45],
  ] as const) {
    pen.path(
      d`M${x - w / 2} ${sea + 4}q${w * 0.12} ${-h * 0.7} ${w * 0.3} ${-h * 0.6}q${w * 0.1} ${-h * 0.6} ${w * 0.24} ${-h * 0.3}q${w * 0.2} ${-h * 0.1} ${w * 0.46} ${h * 0.9}z`,
      mix(scene.leaves[2], mood.haze, air),
    )
  }
  water(scene, sea, 420, 26)
  pen.line(d`M-10 ${sea + 30}Q300 ${sea - 6} 620 ${sea + 24}T1210 ${sea + 8}`, lit('#f4efe4'), 4)
  let piers = ''
  for (let at = 0; at < 24; at += 1) piers += d`M${at * 52} ${sea + 16}v20`
  pen.line(piers, shade('#d8d4cc'), 3, 'opacity=".6"')
  for (const x of [330, 470])
    pen.line(
      d`M${x} ${sea + 20}v-76M${x} ${sea - 54}l-60 70M${x} ${sea - 54}l60 70M${x} ${sea - 30}l-40 46M${x} ${sea - 30}l40 46`,
      lit('#f4efe4'),
      2.5,
    )
  const x = random.int(800, 880)
  pen.path(
    d`M${x - 120} 330Q${x + 60} 300 ${x + 300} 330v20H${x - 120}z`,
    mix(scene.leaves[1], mood.haze, 0.1),
  )
  for (const [dx, r] of [
    [0, 104],
    [140, 72],
  ] as const) {
    const foot = 330
    const mid = x + dx
    pen.path(
      d`M${mid - r * 0.3} ${foot}C${mid - r * 1.1} ${foot - r * 0.5} ${mid - r * 0.8} ${foot - r * 1.7} ${mid + r * 0.1} ${foot - r * 1.75}C${mid + r} ${foot - r * 1.6} ${mid + r} ${foot - r * 0.5} ${mid + r * 0.3} ${foot}z`,
      pen.fade(['#fffdf6', lit('#f1e8d8'), shade('#e0d6c6')], 'right'),
    )
    let ribs = ''
    for (const t of [-0.62, -0.36, -0.1, 0.16, 0.42, 0.66])
      ribs += d`M${mid + t * r * 0.3} ${foot}Q${mid + t * r * 1.1} ${foot - r * 0.6} ${mid + t * r + 4} ${foot - r * (1.66 - t * t)}`
    pen.line(ribs, shade('#cfc4b2'), 2, 'opacity=".55"')
  }
  pen.rect(x - 90, 326, 300, 10, lit('#f4efe4'))
  plantRow(scene, grow(scene, 'palm'), { from: x - 90, to: x + 330, y: 350, height: 70, count: 7 })
  for (const [sx, s] of [
    [560, 22],
    [680, 16],
    [180, 30],
  ] as const) {
    pen.path(d`M${sx} ${340}v${-s * 2}q${s} ${s} ${s} ${s * 1.8}z`, '#fffaf0')
    pen.path(d`M${sx - s / 2} 342h${s * 2}l-6 7h${-s * 1.4}z`, lit(scene.scheme.accent))
  }
  pen.path('M1210 360Q1000 360 820 390T420 424H1210z', lit('#eed9ae'))
  pen.path('M1210 380Q1050 378 900 402T640 424H1210z', scene.grass)
  plant(scene, grow(scene, 'palm'), 1120, 426, 240, scene.leaves[2])
  meadow(scene, 412, 14, scene.leaves[1])
  pen.path(blob(random, 30, 424, 120, 40, 9, 0.2), scene.leaves[2])
  birds(scene, 220, 120, 6)
  ripples(scene, 360, 416, 6, '#ffffff', random)
}

function dongguan(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, grass } = scene
  sky(scene, 310, { x: random.int(240, 380), y: 100, r: 34 })
  clouds(scene, 4, 40, 140)
  for (let at = 0; at < 3; at += 1)
    ridge(scene, 300 - at * 4, 150 - at * 44, mix(scene.leaves[2], mood.haze, 0.75 - at * 0.17), 320, 4 + at)
  pen.rect(0, 300, 1200, 124, pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  const brick = random.pick(['#bd6d50', '#b5705a', '#c98662'])
  const x = random.int(560, 620)
  for (const [dx, h] of [
    [420, 190],
    [480, 150],
  ] as const) {
    pen.path(d`M${x + dx} 310l6 ${-h}h18l6 ${h}z`, pen.fade([lit(brick), shade(brick)], 'right'))
    for (const band of [10, 40]) pen.rect(x + dx + 3, 310 - h + band, 24, 7, lit('#f3e2c7'))
  }
  for (let at = 0; at < 6; at += 1) {
    const left = x + at * 66
    pen.path(d`M${left} 236L${left + 46} 190V236z`, lit(scheme.roof))
    pen.path(d`M${left + 46} 190L${left + 66} 236H${left + 46}z`, mix(scene.glass, mood.sky[2], 0.4))
  }
  facade(
    scene,
    { x, y: 234, width: 396, height: 80 },
    { columns: 12, rows: 1, kind: 'arch', wall: 0.36, frame: lit('#f3e2c7') },
    brick,
  )
  facade(
    scene,
    { x: x - 130, y: 250, width: 130, height: 64 },
    { columns: 5, rows: 2, kind: 'tall' },
    scheme.trim,
  )
  pen.rect(x - 138, 240, 146, 12, lit(scheme.accent))
  pen.line(
    d`M${x + 396} 262H${x + 560}M${x + 396} 274H${x + 560}M${x + 560} 262V320M${x + 480} 268V320`,
    lit(scheme.accent),
    5,
  )
  windows(scene, { x: x + 520, y: 276, width: 90, height: 38 }, { columns: 4, rows: 1, kind: 'tall' })
  const tree = grow(scene, 'round')
  plantRow(scene, tree, { from: 20, to: x - 150, y: 318, height: 90, count: 7 })
  plantRow(scene, tree, { from: x + 620, to: 1190, y: 326, height: 120, count: 3 })
  const blue = mix(lit('#4f93a3'), mood.sky[0], 0.35)
  pen.path(
    'M240 372Q420 336 700 350T1090 372Q1080 410 800 412T360 404Q230 396 240 372z',
    pen.fade([mix(blue, mood.haze, 0.6), blue]),
  )
  pen.path(d`M${x} 352h396l-12 40h-372z`, lit(brick), 'opacity=".25"')
  ripples(scene, 356, 404, 7, mood.sun, random)
  pen.path('M-10 340Q160 330 260 356T200 424H-10z', lit('#ecdcba'))
  plant(scene, grow(scene, 'broad'), 1110, 424, 230)
  plant(scene, grow(scene, 'shrub'), 60, 420, 70)
  meadow(scene, 410, 16, mix(scene.leaves[1], grass, 0.3))
  birds(scene, 460, 100, 5)
}

/** Banners of the quieter cities of the river mouth. */
export const deltaBanners: Readonly<Record<'zhuhai' | 'dongguan', readonly Composition[]>> = {
  zhuhai: [{ name: 'zhuhai', moods: hours, draw: zhuhai, shares: [3, 0, 0, 1, 0, 0], fixed: true }],
  dongguan: [
    {
      name: 'dongguan',
      moods: ['clear', 'golden', 'morning', 'autumn', 'spring'],
      draw: dongguan,
      shares: [4, 3, 0, 1, 0, 0],
      fixed: true,
    },
  ],
}
