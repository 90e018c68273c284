import { facade, gable, hipRoof } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { clouds, hills, meadow, sky, type Point } from '../drawing/nature.ts'
import { castOf, crowd, flag, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant, plantRow } from '../drawing/trees.ts'

function sportsDome(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, glass, mood, lamp } = scene
  sky(scene, 330, { x: 170, y: 100, r: 32 })
  clouds(scene, 3, 40, 140)
  hills(scene, 320, 90, 2)
  plantRow(scene, grow(scene, 'round'), { from: -10, to: 970, y: 336, height: 90, count: 12, distance: 0.3 })
  const rise = random.int(130, 170)
  const top = 300 - rise
  pen.rect(250, 270, 620, 70, mood.lamps > 0.3 ? lamp : mix(glass, mood.sky[2], 0.35))
  let posts = ''
  for (let x = 268; x < 870; x += 40) posts += d`M${x} 260l10 80`
  pen.line(posts, lit(scheme.trim), 5)
  pen.path(
    d`M210 300Q330 ${top} 560 ${top}T920 300Q740 ${290 - rise * 0.4} 560 ${290 - rise * 0.4}T210 300z`,
    pen.fade([mix(lit(scheme.trim), '#ffffff', 0.3), lit(scheme.trim), shade(scheme.trim)], 'right'),
  )
  let ribs = ''
  for (let at = 1; at < 9; at += 1) {
    const t = at / 9
    ribs += d`M${250 + t * 620} ${292 - Math.sin(t * Math.PI) * rise * 0.38}Q${330 + t * 480} ${200 - Math.sin(t * Math.PI) * rise * 0.5} ${400 + t * 320} ${top + 6 + Math.abs(t - 0.5) * 26}`
  }
  pen.line(ribs, shade(scheme.trim), 2, 'opacity=".5"')
  pen.line(d`M210 300Q330 ${top} 560 ${top}T920 300`, lit(scheme.accent), 6)
  pen.rect(0, 336, 960, 270, pen.fade([grass, mix(grass, '#2f5a4c', 0.2)]))
  for (let at = 0; at < 4; at += 1)
    pen.path(
      d`M${560 - at * 120} 372L${440 - at * 240} 480h${90}L${620 - at * 120} 372z`,
      '#ffffff',
      'opacity=".09"',
    )
  const clay = lit(random.pick(['#c9694c', '#bd6a58', '#4f86a0', '#d07f52']))
  pen.path(
    'M-20 360C560 344 840 392 850 450S640 620 300 660H-20V520C400 516 610 490 612 446S420 386-20 388z',
    pen.fade([clay, mix(clay, '#2a3350', 0.18)]),
  )
  let tracks = ''
  for (let at = 0; at < 4; at += 1) {
    const k = at * 46
    tracks += d`M-20 ${388 - at * 6}C${420 + k * 0.8} ${384 - at * 6} ${610 + k} ${400 - at} ${612 + k} ${446 + at}S${400 + k} ${516 + at * 30} -20 ${520 + at * 36}`
  }
  pen.line(tracks, '#fff6e6', 3, 'opacity=".85"')
  const cast = castOf(scene)
  for (const [x, y, h] of [
    [420, 548, 104],
    [300, 580, 112],
    [560, 512, 92],
    [150, 556, 106],
  ] as const)
    stand(scene, cast[0], x + random.int(-20, 20), y, h)
  crowd(scene, cast, { from: 120, to: 520, y: 392, depth: 26, height: 44, count: 7 })
  flag(scene, 130, 352, 120, scheme.accent)
  flag(scene, 176, 354, 120, scheme.roof)
  plant(scene, grow(scene, 'poplar'), 916, 480, 220)
  hedge(scene, 800, 600, 200, 40)
}

function amphitheatre(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 300, { x: 480, y: 120, r: 38 })
  clouds(scene, 2, 40, 110)
  plantRow(scene, grow(scene, 'poplar'), { from: 0, to: 960, y: 286, height: 150, count: 14, distance: 0.35 })
  facade(
    scene,
    { x: 170, y: 150, width: 620, height: 130 },
    { columns: 19, rows: 2, kind: 'arch', wall: 0.5 },
  )
  hipRoof(scene, 170, 150, 620, 46)
  facade(scene, { x: 400, y: 120, width: 160, height: 160 }, { columns: 3, rows: 2, kind: 'arch', wall: 0.4 })
  gable(scene, 400, 122, 160, 76)
  pen.circle(480, 92, 15, lit(scheme.trim))
  pen.rect(0, 274, 960, 330, pen.fade([grass, mix(grass, '#2f5a4c', 0.35)]))
  const stone = random.pick(['#eadcc0', '#e6d3c0', '#dcdccf'])
  const rows = 6
  const cast = castOf(scene)
  const seats: Point[] = []
  for (let row = 0; row < rows; row += 1) {
    const rx = 470 - row * 52
    const ry = 262 - row * 32
    const y = 296
    const arc = (drop: number) =>
      d`M${480 - rx} ${y + row * 12 + drop}A${rx} ${ry} 0 0 0 ${480 + rx} ${y + row * 12 + drop}`
    pen.path(`${arc(0)}z`, row % 2 === 0 ? lit(stone) : mix(lit(stone), grass, 0.55))
    pen.line(arc(0), shade(stone), 9, 'opacity=".55"')
    for (let at = 0; at < 4; at += 1) {
      const turn = Math.PI * random.float(0.12, 0.88)
      if (row < rows - 1)
        seats.push([480 + Math.cos(turn) * (rx - 24), y + row * 12 + Math.sin(turn) * (ry - 14)])
    }
  }
  const aisle = lit('#f4e8d0')
  pen.path('M466 420H494L520 580H440zM300 388l22-8l-50 126l-34-16zM660 388l-22-8l50 126l34-16z', aisle)
  for (const [x, foot] of seats) stand(scene, cast[1], x, foot, 40)
  pen.oval(480, 372, 196, 58, lit('#f2e4c6'))
  pen.oval(480, 372, 150, 42, 'none', `stroke="${lit(scheme.accent)}" stroke-width="6"`)
  pen.path('M390 372v-78q0-12 12-12h156q12 0 12 12v78z', shade(scheme.wall))
  pen.path('M404 372v-66h152v66z', pen.fade([lit(scheme.roof), mix(lit(scheme.roof), scheme.accent, 0.5)]))
  for (const x of [440, 480, 520]) stand(scene, cast[x === 480 ? 0 : 1], x, 388, 62)
  const tree = grow(scene, random.pick(['ginkgo', 'broad', 'round']))
  plant(scene, tree, 56, 430, 330)
  plant(scene, tree, 910, 440, 350)
  meadow(scene, 584, 14, mix(scene.leaves[1], scene.grass, 0.3))
}

/** Compositions around a gathering place: sports dome, amphitheatre. */
export const arenaCompositions: readonly Composition[] = [
  {
    name: 'sports-dome',
    moods: ['clear', 'summer', 'golden', 'dusk'],
    draw: sportsDome,
    shares: [3, 3, 1, 1, 0, 0],
  },
  {
    name: 'amphitheatre',
    moods: ['golden', 'spring', 'clear', 'dusk', 'autumn'],
    draw: amphitheatre,
    shares: [3, 3, 1, 1, 1, 0],
  },
]
