import { curvedRoof, facade, gable, hipRoof, opening } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, hills, meadow, ripples, sky } from '../drawing/nature.ts'
import { castOf, crowd, flag, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant, plantRow } from '../drawing/trees.ts'

const outdoors: Composition['moods'] = ['clear', 'morning', 'golden', 'autumn', 'spring', 'summer']

function court(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 300, { x: 760, y: 90, r: 32 })
  clouds(scene, 4, 40, 140)
  hills(scene, 300, 120, 2)
  facade(scene, { x: 100, y: 190, width: 340, height: 120 }, { columns: 12, rows: 3, kind: 'tall' })
  hipRoof(scene, 100, 190, 340, 40)
  plantRow(scene, grow(scene, 'poplar'), {
    from: 470,
    to: 950,
    y: 312,
    height: 110,
    count: 9,
    distance: 0.15,
  })
  pen.rect(0, 304, 960, 300, grass)
  const tints = random.pick([
    ['#c9694c', '#4f86a0'],
    ['#4f86a0', '#6fa586'],
    ['#6fa586', '#d98f5a'],
    ['#7f78a8', '#e0a85a'],
  ] as const)
  pen.path('M150 330H810L1040 600H-80z', pen.fade([lit(tints[0]), mix(lit(tints[0]), '#2a3350', 0.2)]))
  pen.path('M240 350H720L860 576H100z', lit(tints[1]))
  pen.path(
    'M240 350H720L860 576H100zM480 350V576M170 462H790',
    'none',
    'stroke="#fff6e6" stroke-width="5" opacity=".9"',
  )
  pen.oval(480, 456, 92, 36, 'none', 'stroke="#fff6e6" stroke-width="5" opacity=".9"')
  pen.path(
    'M204 408q120 50-28 96M756 408q-120 50 28 96',
    'none',
    'stroke="#fff6e6" stroke-width="5" opacity=".9"',
  )
  for (const way of [0, 1]) {
    pen.group(way === 1 ? 'transform="translate(960)scale(-1 1)"' : 'opacity="1"', () => {
      pen.line('M96 470V250Q96 226 130 226', shade('#5c6470'), 11, 'stroke-linecap="round"')
      pen.path('M126 180l50 12v72l-50-16z', '#fffaf0', `stroke="${lit(scheme.accent)}" stroke-width="5"`)
      pen.oval(182, 252, 22, 7, 'none', 'stroke="#e2663f" stroke-width="5"')
      pen.path('M162 256l8 34h24l8-34', 'none', 'stroke="#fffaf0" stroke-width="3" stroke-dasharray="5 3"')
    })
  }
  const cast = castOf(scene)
  for (const [x, y, h] of [
    [300, 470, 104],
    [420, 520, 122],
    [540, 440, 96],
    [650, 500, 116],
    [470, 400, 84],
  ] as const)
    stand(scene, cast[0], x + random.int(-16, 16), y, h)
  pen.circle(random.int(500, 580), random.int(300, 360), 13, lit('#e2763f'))
  pen.path('M0 330H120L-40 520z', lit(scheme.trim))
  crowd(scene, cast, { from: 10, to: 100, y: 350, depth: 50, height: 66, count: 4 })
  flag(scene, 850, 330, 130, scheme.accent)
  plant(scene, grow(scene, 'round'), 920, 470, 260)
}

function pitch(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 320, { x: 200, y: 90, r: 32 })
  clouds(scene, 3, 40, 130)
  hills(scene, 310, 120, 2)
  pen.path('M520 320V210L940 180V330z', lit(scheme.wall))
  for (let row = 0; row < 4; row += 1)
    pen.path(
      d`M520 ${236 + row * 22}L960 ${210 + row * 28}v13L520 ${246 + row * 22}z`,
      row % 2 === 0 ? lit(scheme.accent) : lit(scheme.trim),
    )
  pen.path('M500 170L980 110V140L500 196z', lit(scheme.roof))
  pen.line('M540 190V320M680 174V322M820 156V326', shade(scheme.trim), 7)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 490, y: 326, height: 110, count: 6, distance: 0.2 })
  pen.rect(0, 318, 960, 290, grass)
  const clay = lit(random.pick(['#c9694c', '#bd6a58', '#d07f52', '#5b88a3']))
  pen.path('M-10 336Q480 310 970 336V380Q480 352-10 384z', clay)
  pen.path('M-10 352Q480 324 970 350M-10 368Q480 338 970 364', 'none', 'stroke="#fff6e6" stroke-width="3"')
  for (let at = 0; at < 7; at += 1)
    pen.path(d`M${230 + at * 72} 372h36L${120 + at * 150} 600h-90z`, '#ffffff', 'opacity=".1"')
  pen.path(
    'M150 390H810L960 580M150 390L0 580M480 390V600',
    'none',
    'stroke="#fffaf0" stroke-width="5" opacity=".9"',
  )
  pen.oval(480, 470, 130, 42, 'none', 'stroke="#fffaf0" stroke-width="5" opacity=".9"')
  pen.path('M60 500V404L110 376V456', 'none', 'stroke="#fffaf0" stroke-width="7"')
  pen.path('M60 404L30 420V500M110 376L84 390', 'none', 'stroke="#fffaf0" stroke-width="3"')
  const cast = castOf(scene)
  const [home, away] = random.shuffle(['#e8734f', '#3f7d8c', '#f2b84b', '#f4efe4', '#5a6ea8'])
  ;[
    [250, 470],
    [400, 540],
    [560, 430],
    [640, 520],
    [760, 460],
    [330, 420],
    [480, 590],
  ].forEach(([x = 0, y = 0], at) => {
    stand(
      scene,
      cast[0],
      x + random.int(-18, 18),
      y,
      62 + (y - 400) * 0.3,
      lit((at % 2 === 0 ? home : away) ?? scheme.accent),
    )
  })
  pen.circle(random.int(470, 530), 548, 10, '#fffaf0')
  crowd(scene, cast, { from: 560, to: 940, y: 306, depth: 10, height: 40, count: 9 })
  flag(scene, 150, 330, 120, scheme.roof)
  hedge(scene, -20, 606, 260, 30)
}

function pondGarden(scene: Scene) {
  const { pen, random, lit, scheme, grass, mood, leaves } = scene
  sky(scene, 340, { x: 700, y: 80, r: 30 })
  clouds(scene, 2, 40, 110)
  hills(scene, 330, 140, 2)
  plantRow(scene, grow(scene, random.pick(['round', 'poplar', 'broad'])), {
    from: 0,
    to: 960,
    y: 356,
    height: 170,
    count: 8,
    distance: 0.2,
  })
  pen.rect(0, 340, 960, 264, pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  const x = random.int(590, 680)
  pen.line(d`M${x} 390V290M${x + 60} 380V290M${x + 120} 390V290M${x + 180} 380V290`, lit('#b4513c'), 10)
  if (random.chance(0.5)) curvedRoof(scene, x - 4, 292, 190, 54)
  else {
    gable(scene, x - 10, 294, 200, 70)
    pen.rect(x - 14, 288, 208, 8, lit(scheme.trim))
  }
  pen.path(d`M${x - 20} 386h220l20 14h-260z`, lit('#e6ddcb'))
  const blue = mix(lit('#4f93a3'), mood.sky[0], 0.35)
  pen.path(
    'M120 470Q160 400 360 404T700 420Q860 450 820 510T500 570T190 540Q100 510 120 470z',
    lit('#cfc6b4'),
  )
  pen.path(
    'M140 470Q180 412 360 416T690 430Q830 456 796 506T500 556T206 530Q120 506 140 470z',
    pen.fade([mix(blue, mood.haze, 0.6), blue]),
  )
  ripples(scene, 440, 540, 9, mood.sun, random)
  for (let at = 0; at < 9; at += 1)
    pen.oval(
      random.int(230, 700),
      random.int(440, 536),
      random.int(18, 34),
      random.int(6, 10),
      at % 2 === 0 ? leaves[1] : leaves[0],
    )
  for (const [fx, fy] of [
    [330, 470],
    [520, 510],
    [640, 460],
  ] as const)
    pen.path(d`M${fx} ${fy}q-14-8-12-22q8 2 12 10q-2-12 0-20q6 8 4 20q4-8 12-10q2 14-16 22z`, lit('#ef9aa5'))
  for (const turn of [0, 1])
    pen.path(
      d`M${420 + turn * 130} ${490 - turn * 40}q16-10 34 0l12-8v16l-12-8q-18 10-34 0z`,
      lit('#e8734f'),
      'opacity=".85"',
    )
  const stone = (sx: number, sy: number, r: number) => {
    pen.path(blob(random, sx, sy, r, r * 0.6, 7), lit('#aaa598'))
    pen.path(blob(random, sx - r * 0.12, sy - r * 0.14, r * 0.76, r * 0.36, 7), lit('#c9c4b6'))
  }
  for (const [sx, sy, r] of [
    [150, 500, 36],
    [210, 546, 26],
    [800, 500, 40],
    [560, 566, 30],
  ] as const)
    stone(sx, sy, r)
  const cast = castOf(scene)
  crowd(scene, cast, { from: x + 10, to: x + 160, y: 392, depth: 4, height: 70, count: 3 })
  stand(scene, cast[1], 300, 596, 116)
  stand(scene, cast[0], 350, 590, 96)
  plant(scene, grow(scene, 'willow'), 90, 480, 400, undefined)
  const shrub = grow(scene, 'shrub')
  plant(scene, shrub, 880, 600, 130)
  plant(scene, shrub, 760, 610, 80, lit(random.pick(['#e9a7a0', '#f0c468', '#c9a5c9'])))
  meadow(scene, 586, 18, mix(leaves[1], grass, 0.3))
  birds(scene, 300, 110)
  void opening
}

/** Open ground: playing fields, garden. */
export const groundScenes: Readonly<Record<'field' | 'garden', readonly Composition[]>> = {
  field: [
    { name: 'court', moods: outdoors, draw: court, shares: [5, 1, 1, 2, 2, 3] },
    { name: 'pitch', moods: outdoors, draw: pitch, shares: [3, 4, 1, 1, 0, 0] },
  ],
  garden: [{ name: 'pond-garden', moods: outdoors, draw: pondGarden, shares: [5, 2, 0, 2, 1, 0] }],
}
