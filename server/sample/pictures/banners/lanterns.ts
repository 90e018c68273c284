import { bars, curvedRoof, facade } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, clouds, ridge, ripples, sky, water } from '../drawing/nature.ts'
import { castOf, crowd } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function foshan(scene: Scene) {
  const { pen, random, lit, shade, mood, lamp } = scene
  sky(scene, 330, { x: random.int(260, 400), y: 100, r: 36 })
  clouds(scene, 4, 40, 140)
  ridge(scene, 320, 110, mix(scene.leaves[2], mood.haze, 0.65), 330, 5)
  pen.rect(0, 322, 1200, 40, scene.grass)
  plantRow(scene, grow(scene, 'broad'), { from: 0, to: 1200, y: 330, height: 130, count: 9, distance: 0.4 })
  const brick = random.pick(['#a9b3ad', '#b9b4a6', '#9fb0ae'])
  const ear = pen.define(() => {
    pen.path(
      'M0 180V40h14q2-26 16-40q30-34 60 0q14 14 16 40h14V180z',
      pen.fade([lit(brick), mix(lit(brick), shade(brick), 0.4)]),
      `stroke="${shade('#59626b')}" stroke-width="8"`,
    )
    pen.circle(60, 40, 11, scene.glass, `stroke="${lit('#f0e8d6')}" stroke-width="4"`)
  })
  for (let at = 0; at < 5; at += 1) {
    const x = 470 + at * 150
    const y = 190 - (at % 2) * 30
    pen.rect(x + 116, y + 70, 40, 160, shade(brick))
    pen.path(d`M${x + 110} ${y + 70}h48v-26h-48z`, shade('#65707a'))
    pen.use(ear, `x="${x}" y="${y}"`)
  }
  pen.rect(440, 296, 770, 60, pen.fade([lit('#b74c38'), shade('#a94434')]))
  bars(
    scene,
    { x: 450, y: 302, width: 760, height: 54 },
    { step: 48, thick: 30, colour: mix(shade('#6a2a2a'), lamp, mood.lamps * 0.6) },
  )
  pen.rect(430, 286, 790, 12, lit('#3f7f78'))
  curvedRoof(scene, 640, 288, 280, 56, '#4f7d72')
  pen.path(d`M770 216q10-22 0-30q22 4 16 30zM790 216q14-14 30-12q-4 14-24 16z`, lit('#e9b44c'))
  pen.path('M0 350H1200V424H0z', pen.fade([lit('#e7d6b5'), lit('#cbb58f')]))
  pen.path('M-10 424V330Q120 300 240 336T420 424z', scene.leaves[1])
  const lantern = pen.define(() => {
    if (mood.lamps > 0.3) pen.circle(0, 30, 44, pen.glow(lamp, 0.6))
    pen.line('M0 0v14M0 48v16', lit('#e9b44c'), 3)
    pen.path('M-14 16h28q14 14 0 30h-28q-14-16 0-30z', lit('#d8503c'))
    pen.path('M-5 16h10q4 14 0 30h-10q-4-16 0-30z', '#ffffff', 'opacity=".2"')
  })
  pen.line('M430 60Q800 150 1210 40', '#6b4a40', 2)
  for (let at = 0; at < 8; at += 1) {
    const t = (at + 0.5) / 8
    pen.use(lantern, d`x="${430 + t * 780}" y="${60 * (1 - t) + 40 * t + 190 * t * (1 - t) - 2}"`)
  }
  let poles = ''
  for (let at = 0; at < 9; at += 1) poles += d`M${560 + at * 58} 424v${-40 - (at % 3) * 16}`
  pen.line(poles, lit('#c24a3c'), 12)
  pen.line(poles, lit('#e9b44c'), 12, 'stroke-dasharray="3 17"')
  const red = lit('#d8453a')
  const gold = lit('#f2b84b')
  const fringe = lit('#fbe7a1')
  const lion = pen.define(() => {
    pen.line('M24-6v-40M52 0v-44M160 2v-40M186-2v-44', gold, 15, 'stroke-linecap="round"')
    pen.path(
      'M30-64Q80-118 140-98T214-70Q230-60 240-92Q250-50 212-36Q120-20 40-36z',
      pen.fade([gold, red], 'right'),
    )
    pen.line('M50-36Q130-22 210-38', fringe, 10, 'stroke-dasharray="4 3"')
    pen.path('M-34-60Q-44-126 14-136Q74-138 82-84Q82-40 34-34Q-20-32-34-60z', red)
    pen.path('M-36-58Q-4-38 36-48Q24-22-6-26Q-30-32-36-58z', fringe)
    pen.path(
      'M6-134Q-4-162 14-176Q30-156 18-134zM-30-106Q-56-110-54-132Q-30-128-22-116zM66-118Q92-126 96-146Q68-144 56-128z',
      gold,
    )
    pen.path('M-20-92a14 10 0 0 1 28 0zM26-94a13 10 0 0 1 26 0z', '#fffaf0')
    pen.path('M-10-92a6 7 0 0 1 12 0zM34-94a6 7 0 0 1 12 0z', '#2b2733')
    pen.line('M-24-104q16-12 32-2M24-106q14-10 30 0M-22-72q26 10 52-2', fringe, 6, 'stroke-linecap="round"')
  })
  pen.use(lion, 'transform="translate(590 378)scale(.62)"')
  pen.use(lion, 'transform="translate(1010 374)scale(-.56 .56)"')
  const cast = castOf(scene)
  crowd(scene, cast, { from: 470, to: 1180, y: 380, depth: 20, height: 44, count: 9 })
  pen.oval(980, 404, 30, 9, shade('#6a2a2a'))
  pen.path('M948 366h64v36q-32 16-64 0z', red)
  pen.oval(980, 366, 32, 10, fringe)
  plant(scene, grow(scene, 'kapok'), 130, 424, 300, lit('#e2553f'))
}

function huizhou(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood } = scene
  const shore = 280
  sky(scene, shore, { x: random.int(300, 440), y: 100, r: 36 })
  clouds(scene, 3, 40, 120)
  for (let at = 0; at < 3; at += 1)
    ridge(
      scene,
      shore - at * 2,
      160 - at * 46,
      mix(scene.leaves[2], mood.haze, 0.76 - at * 0.16),
      shore + 4,
      4 + at,
    )
  const x = random.int(850, 930)
  const far = pen.define(() => {
    pen.path(
      d`M${x - 200} ${shore + 4}Q${x - 60} 190 ${x + 40} 200T${x + 260} ${shore + 4}z`,
      mix(scene.leaves[1], mood.haze, 0.12),
    )
    let foot = 212
    for (let tier = 0; tier < 6; tier += 1) {
      const w = 46 - tier * 5
      pen.rect(x - w / 2, foot - 22, w, 24, lit('#e6d2b4'))
      pen.path(d`M${x - 3} ${foot - 16}h6v12h-6z`, shade('#8a4a3a'))
      curvedRoof(scene, x - w / 2, foot - 22, w, 11, '#7c4f3d')
      foot -= 30
    }
    pen.line(d`M${x} ${foot + 6}v-22`, shade('#7c4f3d'), 4)
    plantRow(scene, grow(scene, 'round'), {
      from: 30,
      to: 1180,
      y: shore + 2,
      height: 54,
      count: 22,
      distance: 0.2,
    })
    facade(
      scene,
      { x: 700, y: shore - 38, width: 90, height: 40 },
      { columns: 4, rows: 1, kind: 'tall' },
      scheme.trim,
    )
    curvedRoof(scene, 700, shore - 38, 90, 26)
    const stone = '#e4d8c0'
    pen.path(
      d`M230 ${shore + 4}Q420 ${shore - 96} 610 ${shore + 4}h-40q-2-26-28-26t-28 26h-28q-2-50-36-50t-36 50h-28q-2-42-34-42t-34 42z`,
      pen.fade([lit(stone), mix(lit(stone), shade(stone), 0.6)]),
    )
    pen.line(
      d`M230 ${shore - 4}Q420 ${shore - 104} 610 ${shore - 4}`,
      lit('#fbf4e4'),
      7,
      'stroke-dasharray="7 4"',
    )
  })
  pen.use(far, '')
  water(scene, shore + 2, 420, 0)
  pen.use(far, d`transform="translate(0 ${shore * 2 + 6})scale(1 -1)" opacity=".28"`)
  ripples(scene, shore + 14, 412, 26, mix(mood.sun, mood.sky[2], 0.3), random)
  pen.path('M520 356h110q-14 18-40 18h-40q-22 0-30-18z', lit('#8a5a3c'))
  pen.path('M548 356v-20q26-16 54 0v20z', lit('#d9b48a'))
  for (let at = 0; at < 12; at += 1) {
    const y = random.int(372, 412)
    pen.oval(
      random.int(640, 1180),
      y,
      (y - 330) * 0.5,
      (y - 330) * 0.14,
      at % 2 === 0 ? scene.leaves[1] : scene.leaves[0],
    )
  }
  for (const [fx, fy] of [
    [760, 380],
    [900, 396],
    [1040, 378],
    [1130, 400],
  ] as const)
    pen.path(d`M${fx} ${fy}q-14-8-12-22q8 2 12 10q-2-12 0-20q6 8 4 20q4-8 12-10q2 14-16 22z`, lit('#ef9aa5'))
  plant(scene, grow(scene, 'willow'), 90, 420, 330)
  pen.path('M-10 424V390Q90 372 200 424z', scene.leaves[1])
  plant(scene, grow(scene, 'willow'), 1180, 430, 250)
  birds(scene, 520, 100, 5)
}

/** Banners of lanterns and lakes. */
export const lanternBanners: Readonly<Record<'foshan' | 'huizhou', readonly Composition[]>> = {
  foshan: [
    {
      name: 'foshan',
      moods: ['golden', 'dusk', 'spring', 'clear', 'morning'],
      draw: foshan,
      shares: [6, 1, 1, 4, 1, 0],
      fixed: true,
    },
  ],
  huizhou: [
    {
      name: 'huizhou',
      moods: ['morning', 'clear', 'spring', 'mist', 'golden'],
      draw: huizhou,
      shares: [3, 0, 0, 2, 0, 0],
      fixed: true,
    },
  ],
}
