import { bars, facade, hipRoof } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { blob, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function sawtooth(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood, lamp, leaves } = scene
  sky(scene, 420, { x: 480, y: 120, r: 34 })
  const back = mix(leaves[2], mood.haze, 0.6)
  const slim = grow(scene, 'poplar')
  for (let at = 0; at < 14; at += 1)
    plant(
      scene,
      slim,
      at * 74 + random.int(-20, 20),
      400,
      random.int(180, 300),
      mix(back, leaves[1], random.float(0, 0.3)),
    )
  pen.rect(0, 396, 960, 210, pen.fade([grass, mix(grass, '#2f5a4c', 0.4)]))
  const teeth = random.int(4, 6)
  const w = 700 / teeth
  const wood = random.pick(['#b98a5e', '#a56e54', '#c7a373', '#8c7a6b'])
  for (let at = 0; at < teeth; at += 1) {
    const x = 130 + at * w
    pen.path(d`M${x} 250L${x + w * 0.76} 178V250z`, lit(scheme.roof))
    pen.path(d`M${x + w * 0.76} 178L${x + w} 250H${x + w * 0.76}z`, mix(scene.glass, lamp, mood.lamps))
    pen.line(d`M${x + w * 0.76} 178L${x + w} 250M${x} 250L${x + w * 0.76} 176`, lit(scheme.trim), 4)
  }
  facade(scene, { x: 130, y: 248, width: 700, height: 172 }, undefined, wood)
  bars(
    scene,
    { x: 144, y: 250, width: 686, height: 170 },
    { step: 14, thick: 2, colour: shade(wood), more: 'opacity=".35"' },
  )
  for (let at = 0; at < teeth; at += 1) {
    const x = 130 + at * w + w * 0.14
    const bright = at % 2 === 0 || mood.lamps > 0.3
    pen.rect(
      x,
      290,
      w * 0.72,
      130,
      bright ? lamp : mix(scene.glass, mood.sky[2], 0.3),
      `stroke="${shade('#5b4a44')}" stroke-width="5"`,
    )
    pen.line(d`M${x + w * 0.36} 290v130M${x} 330h${w * 0.72}`, shade('#5b4a44'), 4)
    pen.line(
      d`M${x + w * 0.14} 420l${w * 0.08}-46l${w * 0.1} 46M${x + w * 0.12} 374h${w * 0.22}v-30h${-w * 0.22}z`,
      shade('#6b5345'),
      3,
      'opacity=".7"',
    )
  }
  pen.path('M110 420H850l50 24H60z', lit('#d8bb90'))
  pen.path('M60 444H900v8H60z', shade('#8a6a55'))
  pen.path('M430 452H560Q600 520 760 600H330Q480 520 430 452z', lit('#e9dabb'))
  const cast = castOf(scene)
  crowd(scene, cast, { from: 200, to: 800, y: 440, depth: 4, height: 66, count: 5 })
  stand(scene, cast[0], 540, 560, 110)
  const pine = (x: number, width: number) => {
    const bark = shade(random.pick(['#8a6150', '#7d5a4e', '#93705a']))
    pen.path(
      d`M${x - width / 2} 600Q${x - width * 0.3} 300 ${x - width * 0.3} -10h${width * 0.6}Q${x + width * 0.3} 300 ${x + width * 0.6} 600z`,
      pen.fade([mix(bark, '#ffe9c4', 0.28), bark], 'right'),
    )
    let strokes = ''
    for (let at = 0; at < 7; at += 1)
      strokes += d`M${x - width * 0.2 + random.int(0, 6)} ${40 + at * 80}q${width * 0.2} 12 ${width * 0.3} 34`
    pen.line(strokes, '#2a2740', 3, 'opacity=".22"')
  }
  for (const x of [54, 250, 740, 900]) pine(x + random.int(-26, 26), random.int(26, 50))
  for (let at = 0; at < 6; at += 1)
    pen.path(
      blob(random, at * 190 + random.int(-40, 40), random.int(-14, 16), 130, random.int(46, 80), 10, 0.18),
      mix(leaves[at % 2 === 0 ? 2 : 1], '#1d3a40', 0.15),
    )
  const fern = grow(scene, 'shrub')
  plant(scene, fern, 120, 606, 90)
  plant(scene, fern, 850, 606, 110)
  meadow(scene, 584, 16, mix(scene.leaves[1], scene.grass, 0.3))
  pen.path('M330 0L150 600H260L400 0z', mood.sun, 'opacity=".12"')
}

function banyan(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood, leaves } = scene
  sky(scene, 410, { x: 840, y: 150, r: 34 })
  hills(scene, 400, 120, 2)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 412, height: 80, count: 10, distance: 0.35 })
  for (const [x, w] of [
    [40, 240],
    [690, 250],
  ] as const) {
    facade(
      scene,
      { x, y: 300, width: w, height: 110 },
      { columns: Math.round(w / 28), rows: 2, kind: 'arch', wall: 0.5 },
    )
    hipRoof(scene, x, 300, w, 46)
  }
  pen.rect(0, 404, 960, 200, pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  pen.oval(500, 520, 440, 70, '#1d2f4a', 'opacity=".2"')
  pen.oval(480, 522, 250, 44, lit('#e6d6b4'))
  const bark = '#8d735f'
  pen.path(
    'M380 530Q430 470 424 380Q360 330 290 260L316 250Q400 310 440 320Q450 240 430 170H470Q476 250 496 310Q560 290 640 226L664 244Q590 330 536 380Q540 470 592 530Q540 512 520 540Q484 516 452 540Q430 512 380 530z',
    pen.fade([lit(bark), shade(bark)], 'right'),
  )
  pen.line(
    'M450 500Q470 420 456 340M500 500Q496 420 510 360M430 520Q448 470 444 420',
    '#2a2740',
    4,
    'opacity=".25"',
  )
  let roots = ''
  for (const x of [250, 290, 330, 600, 650, 690, 720])
    roots += d`M${x} 270Q${x + random.int(-8, 8)} 340 ${x + random.int(-10, 10)} ${random.int(350, 500)}`
  pen.line(roots, shade(bark), 4, 'opacity=".8" stroke-linecap="round"')
  const mass: readonly (readonly [number, number, number, number, number])[] = [
    [250, 230, 170, 84, 2],
    [710, 216, 190, 90, 2],
    [480, 130, 270, 120, 2],
    [330, 180, 190, 84, 1],
    [640, 176, 190, 84, 1],
    [210, 200, 110, 56, 1],
    [460, 96, 200, 74, 0],
    [280, 140, 120, 54, 0],
    [660, 134, 130, 54, 0],
  ]
  for (const [x, y, rx, ry, tone] of mass) {
    pen.path(
      blob(random, x + random.int(-14, 14), y + random.int(-8, 8), rx, ry, 11, 0.12),
      tone === 2 ? mix(leaves[2], '#1d3a40', 0.2) : tone === 1 ? leaves[2] : leaves[1],
    )
  }
  let dabs = ''
  for (let at = 0; at < 26; at += 1)
    dabs += d`M${random.int(170, 780)} ${random.int(50, 220)}q9-10 20-2q-9 9-20 2z`
  pen.path(dabs, leaves[0], 'opacity=".75"')
  pen.path('M300 520q180-40 360 0v18q-180-38-360 0z', lit('#c79a6b'))
  pen.line('M320 530v24M400 520v24M560 520v24M640 530v24', shade('#8a6a55'), 6)
  const swing = random.int(-16, 16)
  pen.line(d`M654 250L${690 + swing} 470M684 246L${720 + swing} 470`, shade('#8a6a55'), 3)
  const cast = castOf(scene)
  pen.use(cast[1], `transform="translate(${705 + swing} 494)scale(.8)" fill="${lit(scheme.accent)}"`)
  pen.rect(684 + swing, 468, 44, 7, lit('#b98a5e'))
  for (const x of [350, 430, 590]) stand(scene, cast[1], x + random.int(-16, 16), 556, random.int(84, 104))
  crowd(scene, cast, { from: 100, to: 280, y: 450, depth: 60, height: 66, count: 3 })
  crowd(scene, cast, { from: 780, to: 920, y: 470, depth: 60, height: 72, count: 3 })
  pen.path('M420 60L250 560H380L520 60z', mood.sun, 'opacity=".1"')
  meadow(scene, 586, 18, mix(scene.leaves[1], scene.grass, 0.3))
}

/** Compositions among great trees: forest workshops, banyan. */
export const treeCompositions: readonly Composition[] = [
  {
    name: 'sawtooth',
    moods: ['autumn', 'golden', 'morning', 'summer', 'dusk'],
    draw: sawtooth,
    shares: [3, 3, 0, 1, 2, 0],
  },
  {
    name: 'banyan',
    moods: ['summer', 'clear', 'golden', 'morning'],
    draw: banyan,
    cities: ['shenzhen', 'guangzhou', 'foshan', 'huizhou', 'zhuhai', 'dongguan'],
    shares: [2, 0, 2, 7, 1, 0],
  },
]
