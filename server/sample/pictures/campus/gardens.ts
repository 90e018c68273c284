import { curvedRoof, facade, opening, tiles, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { blob, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, lampPost, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function moonGate(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood } = scene
  const cx = random.int(440, 520)
  const r = random.int(214, 232)
  sky(scene, 380, { x: cx - 90, y: 130, r: 26 })
  hills(scene, 360, 130, 3)
  const tree = grow(scene, random.pick(['round', 'ginkgo']))
  facade(scene, { x: cx - 40, y: 246, width: 220, height: 120 }, { columns: 6, rows: 2, kind: 'tall' })
  curvedRoof(scene, cx - 40, 248, 220, 50)
  facade(scene, { x: cx - 190, y: 290, width: 130, height: 76 }, { columns: 4, rows: 1, kind: 'tall' })
  curvedRoof(scene, cx - 190, 292, 130, 38)
  plantRow(scene, tree, { from: cx - 240, to: cx + 240, y: 376, height: 100, count: 5 })
  pen.rect(0, 366, 960, 234, grass)
  const blue = mix(lit('#4f93a3'), mood.sky[0], 0.35)
  pen.path(
    d`M${cx - 240} 420Q${cx - 100} 380 ${cx + 20} 410T${cx + 240} 400V520H${cx - 240}z`,
    pen.fade([mix(blue, mood.haze, 0.6), blue]),
  )
  pen.line(
    d`M${cx - 130} 430h80M${cx + 30} 436h110M${cx - 60} 456h90`,
    mood.sun,
    3,
    'opacity=".6" stroke-linecap="round"',
  )
  pen.line(d`M${cx - 240} 418q90-18 150-6l60-10l70 12l60-14l140 10`, lit('#b4513c'), 5)
  const cast = castOf(scene)
  stand(scene, cast[0], cx - 20, 404, 52)
  stand(scene, cast[1], cx + 16, 404, 44)
  plant(scene, tree, cx + 170, 500, 290)
  const wall = random.pick(['#f7f2e6', '#f1e2cc', '#e9ddd0', '#e6ded2'])
  const cy = 312
  pen.path(
    d`M0 70H960V600H0zM${cx - r} ${cy}a${r} ${r} 0 0 0 ${r * 2} 0a${r} ${r} 0 0 0 ${-r * 2} 0z`,
    pen.fade([lit(wall), mix(lit(wall), shade(wall), 0.55)], 'diagonal'),
    'fill-rule="evenodd"',
  )
  pen.circle(cx, cy, r + 5, 'none', `stroke="${lit('#8f8a86')}" stroke-width="20"`)
  pen.circle(cx, cy, r - 4, 'none', `stroke="${shade('#6b6668')}" stroke-width="7"`)
  tiles(scene, -6, 34, 972, 36, lit('#5f6670'))
  pen.rect(0, 22, 960, 16, shade('#565d68'), 'rx="6"')
  pen.rect(0, 80, 960, 14, '#1d2f4a', 'opacity=".14"')
  pen.path('M0 548H960V600H0z', pen.fade([lit('#d9cbb0'), lit('#bfae90')]))
  pen.path(d`M${cx - 110} 548h220l60 52h-340z`, lit('#e9dfc9'))
  for (const [x, way] of [
    [90, 1],
    [860, -1],
  ] as const) {
    pen.path(opening(x - 34, 210, 68, 86, false), shade(wall), `stroke="${lit('#8f8a86')}" stroke-width="7"`)
    pen.line(d`M${x - 34} 238h68M${x - 34} 268h68M${x - 12} 210v86M${x + 12} 210v86`, lit('#8f8a86'), 4)
    for (let at = 0; at < 5; at += 1) {
      const left = x - 70 + at * 30
      const top = random.int(150, 330)
      pen.line(
        d`M${left} 580Q${left + 6 * way} 440 ${left + random.int(8, 30) * way} ${top}`,
        scene.leaves[2],
        6,
      )
      let leaves = ''
      for (let leaf = 0; leaf < 6; leaf += 1)
        leaves += d`M${left + 14 * way} ${top + 10 + leaf * 34}q${30 * way}-6 ${52 * way} ${random.int(10, 26)}q${-34 * way} 4 ${-52 * way} ${-16}z`
      pen.path(leaves, mix(at % 2 === 0 ? scene.leaves[0] : scene.leaves[1], '#1d2f4a', 0.06))
    }
  }
  if (mood.lamps > 0.3) pen.circle(cx, 380, 200, pen.glow(scene.lamp, 0.35))
  stand(scene, cast[1], cx - 70, 590, 120, lit(scheme.accent))
}

function bambooGrove(scene: Scene) {
  const { pen, random, lit, shade, grass, mood, leaves } = scene
  pen.rect(
    0,
    0,
    960,
    600,
    pen.fade([mix(mood.sky[1], leaves[1], 0.35), mix(mood.sky[2], leaves[0], 0.25), grass]),
  )
  pen.circle(480, 250, 330, pen.glow(mood.sun, 0.8))
  let thin = ''
  for (let at = 0; at < 34; at += 1) thin += d`M${random.int(0, 960)} 0v${random.int(380, 430)}`
  pen.line(thin, mix(leaves[1], mood.sky[2], 0.55), 7)
  const x = random.int(350, 420)
  pen.rect(x, 300, 230, 110, pen.fade([lit('#f7f2e6'), shade('#f7f2e6')], 'diagonal'))
  windows(
    scene,
    { x: x + 10, y: 312, width: 130, height: 70 },
    { columns: 3, rows: 1, kind: 'tall', wall: 0.3, frame: shade('#8a6a55') },
  )
  pen.path(d`M${x + 156} 410v-70a26 26 0 0 1 52 0v70z`, mix(scene.lamp, '#b9814f', 0.3))
  curvedRoof(scene, x, 302, 230, 58, '#565d68')
  pen.path('M0 404Q240 380 480 396T960 400V600H0z', pen.fade([grass, mix(grass, '#24503f', 0.55)]))
  pen.path(
    d`M${x + 160} 404h50Q${x + 220} 460 ${x + 90} 500T${x + 140} 610H${x - 190}Q${x - 120} 520 ${x + 50} 470T${x + 160} 404z`,
    lit('#eadcbc'),
  )
  for (let at = 0; at < 5; at += 1)
    pen.oval(x + 20 - at * 14, 500 + at * 22, 52 + at * 8, 7, shade('#d6c39c'), 'opacity=".4"')
  const cast = castOf(scene)
  crowd(scene, cast, { from: x + 30, to: x + 120, y: 470, depth: 30, height: 64, count: 3 })
  const stalk = (left: number, width: number, colour: string) => {
    const tilt = random.int(-16, 16)
    const foot = 440 + width * 6
    pen.path(
      d`M${left} ${foot}Q${left + tilt * 0.6} 250 ${left + tilt} -10h${width}Q${left + tilt * 0.6 + width} 250 ${left + width} ${foot}z`,
      pen.fade([mix(colour, '#fff7cf', 0.22), mix(colour, '#1d3a40', 0.22)], 'right'),
    )
    let joints = ''
    for (let y = 40 + random.int(0, 50); y < foot - 20; y += 84)
      joints += d`M${left + tilt * (1 - y / foot) - 1} ${y}h${width + 2}`
    pen.line(joints, mix(colour, '#f9f4cf', 0.5), 4)
  }
  const spots = [20, 88, 150, 214, 286, 640, 706, 770, 836, 900]
  for (const spot of spots)
    stalk(
      spot + random.int(-14, 14),
      random.int(12, 26),
      random.pick([leaves[1], leaves[2], mix(leaves[0], leaves[1], 0.5)]),
    )
  for (let at = 0; at < 5; at += 1) {
    const left = at < 3 ? random.int(0, 300) : random.int(620, 940)
    const y = random.int(30, 240)
    let spray = ''
    for (let leaf = 0; leaf < 5; leaf += 1) {
      const reach = random.int(50, 92)
      const fall = random.int(-6, 50)
      spray += d`M${left + leaf * 14} ${y + leaf * 9}q${reach / 2} ${-12} ${reach} ${fall}q${-reach / 2} 6 ${-reach} ${-fall}z`
    }
    pen.path(spray, random.pick(leaves))
  }
  pen.path('M300 0L120 600H250L400 0zM560 0L500 600H590L640 0z', mood.sun, 'opacity=".13"')
  const shrub = grow(scene, 'shrub')
  plant(scene, shrub, 90, 606, 110)
  plant(scene, shrub, 870, 606, 130)
  meadow(scene, 580, 12, mix(scene.leaves[1], scene.grass, 0.3))
  pen.path(blob(random, 700, 560, 54, 28, 7), shade('#b9b3a6'))
  lampPost(scene, 320, 560, 70)
}

/** Compositions from old gardens: moon gate, bamboo. */
export const gardenCompositions: readonly Composition[] = [
  {
    name: 'moon-gate',
    moods: ['spring', 'clear', 'morning', 'autumn', 'mist'],
    draw: moonGate,
    shares: [6, 2, 1, 2, 2, 0],
  },
  {
    name: 'bamboo-grove',
    moods: ['summer', 'morning', 'mist', 'clear'],
    draw: bambooGrove,
    shares: [4, 4, 1, 4, 0, 1],
  },
]
