import { bars } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { beams, indoors, outside, room } from '../drawing/interior.ts'
import { castOf, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

function piano(scene: Scene) {
  const { pen, random, lit, shade, scheme, leaves } = scene
  room(scene, mix(scheme.wall, scheme.trim, 0.6), 400, '#c99a6e')
  outside(scene, 70, 60, 340, 300, 4)
  const curtain = lit(scheme.accent)
  pen.path(
    'M40 40h70q10 200-40 350H40zM440 40h-60q-10 200 40 350h20z',
    pen.fade([curtain, mix(curtain, '#2f2a48', 0.3)], 'right'),
  )
  bars(
    scene,
    { x: 520, y: 90, width: 400, height: 200 },
    { step: 40, thick: 26, colour: mix(lit(scheme.wall), shade(scheme.wall), 0.35), more: 'opacity=".6"' },
  )
  beams(scene, 110, 402, 3, 80)
  pen.oval(500, 540, 360, 46, mix(lit(scheme.roof), lit('#c99a6e'), 0.4))
  const body = mix('#2b2733', shade(scheme.roof), random.float(0, 0.35))
  pen.path(
    'M400 300Q560 130 740 190L760 214Q600 180 470 330z',
    pen.fade([mix(body, '#ffffff', 0.3), body], 'diagonal'),
  )
  pen.line('M640 214L600 340', shade('#a9784f'), 6)
  pen.path(
    'M330 340H560Q640 330 690 360Q760 390 740 420Q720 440 660 430Q600 420 560 432H330z',
    mix(body, '#ffffff', 0.14),
  )
  pen.path('M330 366H560Q640 356 690 386Q720 400 744 404Q750 440 660 440Q600 430 560 442H330z', body)
  pen.rect(300, 382, 240, 16, '#fffaf0')
  bars(scene, { x: 312, y: 382, width: 220, height: 9 }, { step: 17, thick: 9, colour: '#2b2733' })
  pen.rect(296, 396, 250, 34, body)
  pen.path('M350 340l14-44h110l14 44z', mix(body, '#ffffff', 0.2))
  pen.path('M372 334l8-34h36v34zM420 334v-34h36l8 34z', '#fff8e8')
  pen.line('M326 430v112M530 430v112M690 436v104', body, 14)
  const cast = castOf(scene)
  stand(scene, cast[1], 250, 540, 214, lit('#c9566a'))
  pen.rect(190, 470, 120, 16, shade('#8a4a3a'), 'rx="6"')
  pen.line('M204 486v66M296 486v66', shade('#6b5345'), 8)
  stand(scene, cast[0], 800, 560, 230)
  pen.path('M770 440q-6-26 10-34q-8-22 14-26l10 10q20 0 16 24q18 14 4 36q-20 22-44 6z', lit('#b5683c'))
  pen.line('M790 380L846 296M760 452L860 380', shade('#6b4a36'), 5, 'stroke-linecap="round"')
  let notes = ''
  for (let at = 0; at < 5; at += 1) {
    const x = 520 + at * 66 + random.int(-10, 10)
    const y = random.int(70, 170)
    notes += d`M${x} ${y}v-34l14 8v8l-10-6v26a8 6 0 1 1-4-2z`
  }
  pen.path(notes, lit(scheme.accent), 'opacity=".85"')
  plant(scene, grow(scene, 'shrub'), 60, 600, 110, leaves[1])
  plant(scene, grow(scene, 'shrub'), 920, 600, 80, leaves[0])
}

function orchestra(scene: Scene) {
  const { pen, random, lit, shade, scheme, lamp } = scene
  const wood = random.pick(['#c79a6b', '#b9805a', '#d3ab7c'])
  pen.rect(0, 0, 960, 600, pen.fade([mix(shade(wood), '#2f2a48', 0.35), shade(wood), lit(wood)]))
  bars(
    scene,
    { x: 0, y: 40, width: 960, height: 300 },
    { step: 48, thick: 40, colour: mix(lit(wood), shade(wood), 0.35), more: 'opacity=".55"' },
  )
  let pipes = ''
  for (let at = 0; at < 17; at += 1) {
    const h = 190 - Math.abs(at - 8) * 14
    pipes += d`M${302 + at * 21} 250v${-h}a8 8 0 0 1 16 0v${h}l-8 14z`
  }
  pen.path(pipes, pen.fade([lit('#f6e2b0'), shade('#c9a86a')]))
  pen.rect(280, 254, 400, 26, shade('#8a5f45'))
  for (const x of [120, 480, 840]) {
    pen.circle(x, 0, 150, pen.glow(lamp, 0.6))
    pen.path(d`M${x - 60} 0h120L${x + 200} 560H${x - 200}z`, '#fff2cf', 'opacity=".09"')
  }
  pen.path('M0 380Q480 280 960 380V600H0z', pen.fade([lit('#e2bd8c'), shade('#b98a5e')]))
  const cast = castOf(scene)
  const row = (
    count: number,
    radius: number,
    y: number,
    s: number,
    item: (x: number, y: number, s: number) => void,
  ) => {
    for (let at = 0; at < count; at += 1) {
      const turn = Math.PI * (1.14 + (0.72 * at) / (count - 1))
      const x = 480 + Math.cos(turn) * radius
      const foot = y + Math.sin(turn) * radius * 0.26
      stand(scene, cast[at % 2 === 0 ? 0 : 1], x, foot, 150 * s, lit(at % 3 === 0 ? '#2f3350' : '#3d3a4a'))
      item(x, foot, s)
    }
  }
  row(9, 400, 470, 0.74, (x, y, s) => {
    pen.path(
      d`M${x + 10} ${y - 92 * s}l${60 * s} ${-30 * s}l${10 * s} ${22 * s}l${-62 * s} ${18 * s}z`,
      lit('#e9b44c'),
    )
  })
  row(7, 300, 540, 0.9, (x, y, s) => {
    pen.path(
      d`M${x - 20 * s} ${y - 20 * s}q${-14 * s} ${-30 * s} 0 ${-50 * s}q${20 * s} ${-14 * s} ${40 * s} 0q${14 * s} ${20 * s} 0 ${50 * s}q${-20 * s} ${12 * s} ${-40 * s} 0z`,
      lit('#a85a35'),
    )
    pen.line(
      d`M${x} ${y - 60 * s}v${-50 * s}M${x - 40 * s} ${y - 30 * s}l${80 * s} ${-16 * s}`,
      shade('#5b3a2c'),
      4,
    )
  })
  pen.path('M380 600l20-60h160l20 60z', lit(scheme.roof))
  pen.line('M480 540v-60', shade('#5c6470'), 5)
  pen.path('M440 484l12-36h56l12 36z', shade('#5c6470'))
  stand(scene, cast[0], 480, 600, 200, '#2f3350')
  pen.line('M520 480l50-40', '#fff8e8', 4, 'stroke-linecap="round"')
}

/** Rooms of music: piano, orchestra. */
export const musicScenes: Readonly<Record<'music', readonly Composition[]>> = {
  music: [
    { name: 'piano', moods: indoors, draw: piano, shares: [1, 0, 2, 0, 2, 4] },
    { name: 'orchestra', moods: indoors, draw: orchestra, shares: [0, 2, 1, 0, 3, 2] },
  ],
}
