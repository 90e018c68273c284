import { mix } from '../drawing/colour.ts'
import { beams, indoors, outside, room, shelf } from '../drawing/interior.ts'
import { castOf, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

function library(scene: Scene) {
  const { pen, random, lit, shade, scheme, leaves, lamp, mood } = scene
  room(scene, mix(scheme.trim, scheme.wall, 0.35), 400)
  const arched = random.chance(0.5)
  const w = random.int(250, 310)
  const x = 480 - w / 2
  if (arched) {
    pen.path(d`M${x} 380V200a${w / 2} ${w / 2} 0 0 1 ${w} 0v180z`, pen.fade(mood.sky))
    pen.path(d`M${x} 380v-60q${w / 4}-50 ${w / 2}-16t${w / 2}-10v86z`, leaves[1])
    pen.path(
      d`M${x} 380V200a${w / 2} ${w / 2} 0 0 1 ${w} 0v180z`,
      'none',
      `stroke="${lit(scheme.trim)}" stroke-width="12"`,
    )
    pen.line(d`M480 80V380M${x} 200H${x + w}M${x} 290H${x + w}`, lit(scheme.trim), 6)
  } else outside(scene, x, 90, w, 290, 3)
  shelf(scene, 24, 110, x - 70, 290, 4)
  shelf(scene, x + w + 46, 110, 960 - x - w - 70, 290, 4)
  pen.rect(0, 84, 960, 14, lit(scheme.roof))
  for (const at of [180, 480, 780]) {
    pen.line(d`M${at} 0v${random.int(40, 70)}`, shade(scheme.roof), 3)
    pen.circle(at, 90, 90, pen.glow(lamp, 0.5))
    pen.path(d`M${at - 34} 86a34 30 0 0 1 68 0z`, lit(scheme.accent))
  }
  beams(scene, x + 20, 402, 2, w * 0.3)
  const cast = castOf(scene)
  stand(scene, cast[0], random.int(90, 180), 440, 150)
  stand(scene, cast[1], 850, 450, 140)
  const rug = lit(scheme.roof)
  pen.oval(480, 540, 330, 56, mix(rug, lit('#d9b48a'), 0.35))
  pen.oval(480, 540, 300, 48, 'none', `stroke="${lit(scheme.trim)}" stroke-width="3" opacity=".6"`)
  for (const at of [330, 460, 620]) stand(scene, cast[1], at + random.int(-10, 10), 512, 116)
  pen.rect(270, 470, 420, 14, lit('#c79a6b'))
  pen.line('M300 484v80M660 484v80', shade('#a9784f'), 9)
  pen.path('M330 470l30-8l30 8l-30 5zM560 470l34-10l34 10l-34 5z', '#fff8e8')
  pen.rect(460, 452, 50, 8, lit(scheme.accent))
  pen.rect(456, 460, 58, 10, lit('#7fa58f'))
  plant(scene, grow(scene, 'shrub'), 60, 600, 130, leaves[0])
  plant(scene, grow(scene, 'shrub'), 910, 606, 110, leaves[1])
}

function classroom(scene: Scene) {
  const { pen, random, lit, shade, scheme, leaves } = scene
  room(scene, mix(scheme.trim, '#f6e6cc', 0.4), 390)
  outside(scene, 40, 70, random.int(240, 280), 250, 3)
  const board = random.pick(['#35584f', '#2f4f5c', '#f4f4ee'])
  const chalk = board === '#f4f4ee' ? '#4f6d80' : '#eef0e2'
  pen.rect(370, 80, 400, 210, lit(board), `stroke="${lit('#b98a5e')}" stroke-width="10"`)
  const drawings = [
    'M420 240L500 130L580 240zM500 130V240M640 250V130M640 250H740M640 230Q690 220 730 140',
    'M430 190a44 44 0 1 0 88 0a44 44 0 1 0-88 0M474 190L518 160M600 140h120M600 180h90M600 220h110',
    'M420 200q40-80 80 0t80 0t80 0t80 0M420 200h330M420 120V260',
  ]
  pen.line(random.pick(drawings), chalk, 4, 'stroke-linecap="round" stroke-linejoin="round" opacity=".85"')
  pen.circle(730, 110, 9, lit(scheme.accent))
  pen.rect(820, 120, 96, 124, lit('#c79a6b'))
  for (const [x, y, tint] of [
    [832, 132, '#fff6e0'],
    [872, 130, scheme.accent],
    [834, 186, scheme.roof],
    [874, 184, '#9cc7c4'],
  ] as const)
    pen.rect(x, y, 32, 44, lit(tint))
  const cast = castOf(scene)
  stand(scene, random.pick(cast), random.int(400, 470), 420, 216, lit(scheme.accent))
  pen.rect(600, 350, 150, 12, lit('#b98a5e'))
  pen.path('M612 362h126v66h-126z', shade('#b98a5e'))
  pen.path('M660 350v-24l20-8v32zM700 350a14 16 0 1 0-2 0z', lit(scheme.roof))
  beams(scene, 70, 392, 3, 76)
  const tints = random.shuffle([
    '#e8734f',
    '#f2b84b',
    '#3f7d8c',
    '#6f9a72',
    '#c9566a',
    '#5a6ea8',
    '#f4efe4',
    '#8a6aa0',
  ])
  let seat = 0
  const pupil = (x: number, y: number, s: number) => {
    const hair = lit(random.pick(['#2f2a2e', '#3d3030', '#4f3a31']))
    const tint = lit(tints[seat % tints.length] ?? '#e8734f')
    seat += 1
    pen.path(d`M${x - 34 * s} ${y}q0 ${-54 * s} ${34 * s} ${-54 * s}t${34 * s} ${54 * s}z`, tint)
    pen.circle(x, y - 72 * s, 25 * s, hair)
    if (seat % 2 === 0)
      pen.path(
        d`M${x + 14 * s} ${y - 84 * s}q${30 * s} ${6 * s} ${18 * s} ${48 * s}q${-10 * s} ${-20 * s} ${-20 * s} ${-24 * s}z`,
        hair,
      )
    pen.rect(x - 62 * s, y - 6 * s, 124 * s, 12 * s, lit('#e0b985'))
    pen.line(
      d`M${x - 54 * s} ${y + 6 * s}v${50 * s}M${x + 54 * s} ${y + 6 * s}v${50 * s}`,
      shade('#6b5f5c'),
      Math.round(5 * s),
    )
    pen.path(d`M${x + 24 * s} ${y - 8 * s}l${30 * s} ${-4 * s}l${4 * s} ${6 * s}h${-32 * s}z`, '#fff8e8')
  }
  for (const x of [210, 430, 650, 860]) pupil(x, 462, 0.8)
  for (const x of [120, 400, 690, 930]) pupil(x + random.int(-12, 12), 566, 1.2)
  plant(scene, grow(scene, 'shrub'), 330, 392, 54, leaves[1])
}

/** Rooms to study in: library, classroom. */
export const studyScenes: Readonly<Record<'library' | 'classroom', readonly Composition[]>> = {
  library: [{ name: 'library', moods: indoors, draw: library, shares: [1, 0, 1, 1, 2, 6] }],
  classroom: [{ name: 'classroom', moods: indoors, draw: classroom, shares: [3, 0, 1, 0, 1, 6] }],
}
