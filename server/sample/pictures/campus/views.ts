import { bars, facade, flank, hipRoof } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, hills, ridge, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function rooftop(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, leaves } = scene
  sky(scene, 400, { x: 700, y: 150, r: 40 })
  clouds(scene, 3, 50, 190)
  ridge(scene, 330, 120, mix(mood.sky[1], mood.haze, 0.5), 420, 4)
  for (let layer = 0; layer < 2; layer += 1) {
    let towers = ''
    for (let x = -20; x < 960; x += random.int(34, 70))
      towers += d`M${x} 420v${-random.int(40, 190) + layer * 40}h${random.int(26, 54)}V420z`
    pen.path(towers, mix(mix(mood.sky[0], '#5f7896', 0.5), mood.haze, 0.8 - layer * 0.34))
  }
  pen.rect(0, 400, 960, 200, pen.fade([lit('#d9b48a'), lit('#bb9068')]))
  let planks = ''
  for (let at = -10; at < 12; at += 1) planks += d`M${480 + at * 56} 400L${480 + at * 130} 600`
  pen.line(planks, shade('#a67f5c'), 2, 'opacity=".45"')
  pen.rect(0, 336, 960, 4, lit(scheme.trim))
  pen.rect(0, 340, 960, 62, '#ffffff', 'opacity=".28"')
  bars(scene, { x: 20, y: 334, width: 940, height: 68 }, { step: 92, thick: 4, colour: lit(scheme.trim) })
  const x = random.int(90, 140)
  for (const at of [0, 150, 300]) pen.rect(x + at, 232, 12, 240, shade(scheme.trim))
  bars(
    scene,
    { x: x - 26, y: 214, width: 374, height: 26 },
    { step: 44, thick: 16, colour: lit(scheme.accent) },
  )
  pen.rect(x - 40, 228, 402, 14, lit(scheme.trim))
  for (const at of [-20, 60, 140, 220, 310])
    pen.path(blob(random, x + at, 234, 52, random.int(16, 26), 7, 0.2), random.pick(leaves))
  const shrub = grow(scene, 'shrub')
  const box = (left: number, y: number, w: number, h: number) => {
    for (let at = 0; at < w / 44; at += 1) plant(scene, shrub, left + 20 + at * 44, y, random.int(40, 62))
    let petals = ''
    for (let at = 0; at < w / 22; at += 1)
      petals += d`M${left + random.int(6, w - 10)} ${y - random.int(4, 40)}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`
    pen.path(petals, lit(random.pick(['#f6c9c4', '#fbe7a1', '#e8855f', '#fff5e2'])))
    pen.rect(left, y, w, h, pen.fade([lit(scheme.wall), shade(scheme.wall)], 'diagonal'))
    pen.rect(left - 4, y - 4, w + 8, 9, lit(scheme.trim))
  }
  const cast = castOf(scene)
  const tree = grow(scene, 'round')
  plant(scene, tree, 640, 424, 190)
  box(540, 414, 190, 34)
  crowd(scene, cast, { from: x + 40, to: 500, y: 440, depth: 20, height: 92, count: 4 })
  plant(scene, tree, 880, 470, 280)
  box(780, 462, 220, 50)
  box(-30, 520, 300, 90)
  stand(scene, cast[1], 420, 580, 150)
  stand(scene, cast[0], 500, 572, 132)
  box(620, 548, 280, 70)
  birds(scene, 420, 120, 5)
}

function windowView(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, leaves, grass } = scene
  sky(scene, 400, { x: 560, y: 130, r: 32 })
  clouds(scene, 3, 50, 170)
  hills(scene, 372, 140, 3)
  pen.rect(0, 366, 960, 240, grass)
  const tree = grow(scene, 'round')
  plantRow(scene, tree, { from: 120, to: 840, y: 384, height: 90, count: 8, distance: 0.25 })
  const x = random.int(350, 440)
  facade(scene, { x, y: 262, width: 320, height: 130 }, { columns: 10, rows: 3, kind: 'tall' })
  flank(scene, { x, y: 262, width: 320, height: 130 }, 40, 12)
  hipRoof(scene, x, 262, 320, 50)
  facade(
    scene,
    { x: x + 40, y: 180, width: 50, height: 212 },
    { columns: 1, rows: 4, kind: 'arch', wall: 0.6 },
  )
  pen.path(d`M${x + 32} 182l33-60l33 60z`, lit(scheme.roof))
  pen.path('M300 500Q480 380 700 392L900 500z', lit('#ecdcba'))
  plant(scene, tree, 250, 470, 190)
  plant(scene, tree, 800, 480, 230)
  crowd(scene, castOf(scene), { from: 400, to: 700, y: 404, depth: 50, height: 40, count: 6 })
  const wall = random.pick(['#f3e4cf', '#e9d9c6', '#dfe3d8', '#eecfb9'])
  const inside = mix(shade(wall), '#5a4a5c', 0.35)
  pen.path(
    'M0 0H960V600H0zM120 46V470H840V46z',
    pen.fade([mix(inside, '#2f2a48', 0.25), inside], 'diagonal'),
    'fill-rule="evenodd"',
  )
  const wood = lit('#a9784f')
  pen.path(
    'M104 30H856V486H104zM120 46V470H352V46zM366 46V470H594V46zM608 46V470H840V46z',
    wood,
    'fill-rule="evenodd"',
  )
  pen.line('M120 170H352M366 170H594M608 170H840', wood, 9)
  pen.path('M140 46h70L130 300V130zM640 46h60L612 330V150z', '#ffffff', 'opacity=".16"')
  const curtain = lit(scheme.accent)
  for (const way of [0, 1]) {
    pen.group(way === 1 ? 'transform="translate(960)scale(-1 1)"' : '', () => {
      pen.path(
        'M40 14H190Q170 240 96 330Q120 420 110 520H40z',
        pen.fade([curtain, mix(curtain, '#2f2a48', 0.3)], 'right'),
      )
      pen.line(
        'M80 20Q90 220 66 500M116 20Q120 200 84 320M152 20Q146 200 98 322',
        '#2f2a48',
        4,
        'opacity=".14"',
      )
      pen.path('M60 322l52 4v16l-52 2z', lit(scheme.trim))
    })
  }
  pen.line('M20 16H940', shade('#6b5345'), 9, 'stroke-linecap="round"')
  pen.rect(0, 486, 960, 26, lit('#c79a6b'))
  pen.rect(0, 512, 960, 90, pen.fade([shade('#a9784f'), mix(shade('#a9784f'), '#2f2a48', 0.3)]))
  pen.path('M130 486L340 486L480 512H200z', mood.sun, 'opacity=".35"')
  const pot = (left: number, s: number, tint: string) => {
    for (let at = 0; at < 7; at += 1) {
      const reach = random.int(-60, 60) * s
      pen.path(
        d`M${left} ${450 - 4 * s}Q${left + reach * 0.2} ${400 - 60 * s} ${left + reach} ${400 - random.int(10, 60) * s}Q${left + reach * 0.7} ${440} ${left} ${450}z`,
        random.pick(leaves),
      )
    }
    pen.path(
      d`M${left - 34 * s} 444h${68 * s}l${-10 * s} 44h${-48 * s}z`,
      pen.fade([lit(tint), shade(tint)], 'right'),
    )
    pen.rect(left - 37 * s, 438, 74 * s, 11, lit(tint))
  }
  pot(random.int(200, 240), 1, '#c9785a')
  const books = random.shuffle([scheme.accent, scheme.roof, scheme.wall, '#f0c468', '#7fa58f', '#c97f7a'])
  let left = 600
  books.forEach((tint, at) => {
    const h = random.int(70, 104)
    const w = random.int(16, 26)
    pen.rect(left, 488 - h, w, h, lit(tint))
    pen.rect(left + 4, 496 - h, w - 8, 8, lit('#fff6e0'), 'opacity=".7"')
    left += w + (at === 3 ? 2 : 1)
  })
  pen.circle(500, 438, 34, pen.fade([lit('#7fb3c2'), shade('#4f8aa0')], 'diagonal'))
  pen.path('M480 414q20-8 26 8t-14 18q-20-4-12-26zM510 444q16-6 20 8q-10 14-20 8z', leaves[0])
  pen.line('M478 408a40 40 0 1 0 52 56M500 476v10M478 488h44', lit('#c79a6b'), 5)
  pen.path('M300 512l90-6l84 10l-6 50q-44-12-84-4q-44-6-84 2z', lit('#fff8e8'))
  pen.line('M390 506l-6 56M316 526l56-4M316 540l54-4M404 524l56 6M404 538l54 6', shade('#d6c39c'), 2)
  if (mood.lamps > 0.3) pen.circle(720, 560, 160, pen.glow(scene.lamp, 0.4))
}

/** Compositions that look out: from the roof, through a window. */
export const viewCompositions: readonly Composition[] = [
  {
    name: 'rooftop',
    moods: ['golden', 'dusk', 'morning', 'summer', 'clear'],
    draw: rooftop,
    shares: [5, 2, 1, 2, 0, 0],
  },
  {
    name: 'window-view',
    moods: ['clear', 'spring', 'autumn', 'morning', 'summer'],
    draw: windowView,
    shares: [1, 3, 1, 0, 2, 1],
  },
]
