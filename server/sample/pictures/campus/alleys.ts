import { arcade, curvedRoof, groundShadow, tiles, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, clouds, hills, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d, short } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function wokEars(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, lamp } = scene
  const brick = random.pick(['#a9b3ad', '#b9b4a6', '#9fb0ae', '#c4b8a2'])
  sky(scene, 420, { x: 760, y: 90, r: 30 })
  clouds(scene, 3, 40, 150)
  hills(scene, 330, 110, 2)
  const kapok = grow(scene, 'kapok')
  plantRow(scene, grow(scene, 'broad'), { from: 0, to: 960, y: 400, height: 190, count: 6, distance: 0.35 })
  const houses = random.int(3, 4)
  const step = 900 / houses
  const w = step * 0.6
  const ear = pen.define(() => {
    const outline = d`M0 180V30h${w * 0.14}q${w * 0.02} ${-w * 0.2} ${w * 0.12} ${-w * 0.3}q${w * 0.24} ${-w * 0.36} ${w * 0.48} 0q${w * 0.1} ${w * 0.1} ${w * 0.12} ${w * 0.3}h${w * 0.14}V180z`
    pen.path(
      outline,
      pen.fade([lit(brick), mix(lit(brick), shade(brick), 0.4)]),
      `stroke="${shade('#59626b')}" stroke-width="9"`,
    )
    pen.path(outline, 'none', `stroke="${lit('#f0e8d6')}" stroke-width="2"`)
    pen.circle(w / 2, 22, 13, scene.glass, `stroke="${lit('#f0e8d6')}" stroke-width="4"`)
  })
  for (let at = 0; at < houses; at += 1) {
    const x = 34 + at * step
    const y = 270 - (at % 2) * random.int(16, 40)
    const side = step - w - 6
    pen.rect(x + w, y + 50, side, 400 - y, pen.fade([lit(brick), shade(brick)]))
    tiles(scene, x + w - 8, y + 16, side + 16, 34, lit('#65707a'))
    windows(
      scene,
      { x: x + w + 6, y: y + 70, width: side - 12, height: 100 },
      { columns: 2, rows: 2, kind: 'tall', wall: 0.4 },
    )
    pen.use(ear, d`x="${x}" y="${y}"`)
    pen.line(
      d`M${x + w / 2} ${y + 54}V350`,
      shade(brick),
      Math.round(w - 26),
      'opacity=".25" stroke-dasharray="2 13"',
    )
  }
  pen.rect(0, 374, 960, 100, pen.fade([lit(scheme.trim), mix(lit(scheme.trim), shade(scheme.trim), 0.3)]))
  arcade(scene, { x: 4, y: 398, width: 952, height: 76 }, random.int(9, 11), 0.26)
  tiles(scene, -4, 350, 972, 26, lit('#6b5f5c'))
  pen.path('M0 474H960V600H0z', pen.fade([lit('#e7d6b5'), lit('#cbb58f')]))
  pen.line(
    'M0 500H960M0 540H960M180 474L90 600M360 474L310 600M540 474L560 600M720 474L800 600',
    shade('#cbb58f'),
    2,
    'opacity=".4"',
  )
  groundShadow(scene, 0, 474, 960, 30)
  const lantern = pen.define(() => {
    if (mood.lamps > 0.3) pen.circle(0, 392, 36, pen.glow(lamp, 0.6))
    pen.path('M-10 384h20q8 10 0 22h-20q-8-12 0-22z', lit('#d8503c'))
    pen.line('M0 376v8M0 406v10', lit('#e9b44c'), 3)
  })
  for (let x = 60; x < 960; x += 106) pen.use(lantern, `x="${x}"`)
  crowd(scene, castOf(scene), { from: 160, to: 900, y: 496, depth: 60, height: 66, count: 8 })
  plant(scene, kapok, 130, 570, 470, lit('#e2553f'))
  plant(scene, grow(scene, 'shrub'), 850, 606, 80)
  pen.path('M70 570h130l-12 26h-106z', lit('#b9a488'))
}

function hutong(scene: Scene) {
  const { pen, random, lit, shade, mood, lamp } = scene
  sky(scene, 330, { x: 190, y: 100, r: 30 })
  clouds(scene, 2, 60, 130)
  hills(scene, 300, 130, 3)
  const grey = '#8d949b'
  pen.rect(0, 296, 960, 130, scene.far('#cfc4b2', 0.4))
  const far = grow(scene, 'round')
  const house = pen.define(() => {
    pen.path('M-10 28Q16 22 26 0H154Q164 22 190 28z', '')
    pen.rect(4, 28, 172, 30, scene.far('#cfc4b2', 0.2))
  })
  for (let row = 0; row < 3; row += 1) {
    const y = 262 + row * 34
    for (let at = 0; at < 5; at += 1) {
      const x = -60 + at * 230 + (row % 2) * 110 + random.int(-20, 20)
      const w = random.int(150, 210)
      const colour = scene.far(grey, 0.55 - row * 0.2)
      pen.use(house, d`transform="translate(${x} ${y})` + `scale(${short(w / 180)} 1)" fill="${colour}"`)
      if (random.chance(0.5))
        plant(scene, far, x + w + 8, y + 42, 90, mix(random.pick(scene.crowns), mood.haze, 0.4 - row * 0.15))
    }
  }
  pen.path('M0 600V410H960V600z', pen.fade([lit('#dccdb0'), lit('#c7b492')]))
  pen.rect(250, 354, 460, 90, lit('#cfc9bd'))
  pen.rect(290, 360, 380, 84, lit('#a94434'))
  windows(
    scene,
    { x: 300, y: 362, width: 120, height: 82 },
    { columns: 3, rows: 1, kind: 'tall', wall: 0.24, frame: lit('#3f7460') },
  )
  windows(
    scene,
    { x: 540, y: 362, width: 120, height: 82 },
    { columns: 3, rows: 1, kind: 'tall', wall: 0.24, frame: lit('#3f7460') },
  )
  pen.rect(440, 366, 80, 78, mood.lamps > 0.3 ? lamp : shade('#6a2a2a'))
  for (const x of [284, 424, 524, 664]) pen.rect(x, 356, 12, 90, lit('#b74c38'))
  pen.rect(250, 346, 460, 14, lit('#3f7f78'))
  curvedRoof(scene, 250, 348, 460, 66, grey)
  let ribs = ''
  for (let at = 0; at < 15; at += 1) ribs += d`M${372 + at * 15.4} 286L${266 + at * 30.6} 344`
  pen.line(ribs, shade(grey), 3, 'opacity=".4"')
  pen.path('M230 444H730l24 16H206z', lit('#e6ddcb'))
  for (const side of [0, 1]) {
    pen.group(side === 1 ? 'transform="translate(960)scale(-1 1)"' : '', () => {
      pen.path('M0 400L180 420V520L0 580z', side === 0 ? shade('#a94434') : lit('#a94434'))
      pen.path(
        'M30 424l50 4v84l-50 14zM100 430l46 4v66l-46 12z',
        side === 0 ? scene.glass : lamp,
        `stroke="${lit('#3f7460')}" stroke-width="4"`,
      )
      pen.path(
        'M-10 300L120 350Q150 390 214 414L196 432L-10 410z',
        pen.fade([lit(grey), shade(grey)], 'diagonal'),
      )
      pen.line('M0 340L70 416M30 330L110 420M70 336L150 424', shade(grey), 4, 'opacity=".5"')
      pen.line('M-10 302L120 350Q150 390 216 414', shade('#5d646c'), 9)
    })
  }
  pen.path('M420 460H540L640 600H320z', lit('#efe5d0'))
  const gold = mood.name === 'autumn' || mood.name === 'golden' ? lit('#f0bb45') : scene.leaves[0]
  const cast = castOf(scene)
  crowd(scene, cast, { from: 420, to: 560, y: 476, depth: 40, height: 60, count: 4 })
  plant(scene, grow(scene, 'ginkgo'), 690, 530, random.int(430, 480), gold)
  let fallen = ''
  for (let at = 0; at < 24; at += 1)
    fallen += d`M${random.int(480, 900)} ${random.int(500, 590)}q5-6 10 0q-4 5-10 0z`
  pen.path(fallen, gold)
  pen.path('M640 540q60-16 120 0v16q-60 16-120 0z', lit('#b9b1a2'))
  stand(scene, cast[1], 610, 566, 88)
  birds(scene, 420, 90)
}

/** Compositions from old lanes: Lingnan gables, hutong roofs. */
export const alleyCompositions: readonly Composition[] = [
  {
    name: 'wok-ears',
    moods: ['spring', 'clear', 'dusk', 'summer', 'golden'],
    draw: wokEars,
    cities: ['shenzhen', 'guangzhou', 'foshan', 'huizhou', 'zhuhai', 'dongguan'],
    shares: [4, 0, 1, 2, 1, 2],
  },
  {
    name: 'hutong',
    moods: ['autumn', 'golden', 'clear', 'spring'],
    draw: hutong,
    cities: ['beijing'],
    shares: [5, 3, 1, 0, 2, 1],
  },
]
