import { arcade, cornice, facade, hipRoof, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { clouds, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant } from '../drawing/trees.ts'

function gateAvenue(scene: Scene) {
  const { pen, random, lit, shade, grass, scheme, far } = scene
  sky(scene, 372, { x: 480, y: 230, r: 34 })
  clouds(scene, 3, 40, 160)
  const peak = random.int(130, 170)
  facade(
    scene,
    { x: 450, y: peak + 40, width: 60, height: 330 - peak },
    { columns: 2, rows: 6, kind: 'tall' },
    far(scheme.wall, 0.3),
  )
  pen.path(d`M440 ${peak + 42}L480 ${peak - 20}L520 ${peak + 42}z`, far(scheme.roof, 0.25))
  facade(
    scene,
    { x: 330, y: 290, width: 300, height: 84 },
    { columns: 12, rows: 2, kind: 'tall' },
    far(scheme.wall, 0.25),
  )
  pen.path('M320 292l40-30h240l40 30z', far(scheme.roof, 0.3))
  pen.rect(0, 366, 960, 240, pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  pen.path('M466 368h28L760 600H200z', pen.fade([lit('#f3e6c9'), lit('#d8c197')]))
  const tree = grow(scene, random.pick(['round', 'ginkgo', 'poplar']))
  for (let step = 0; step < 6; step += 1) {
    const near = (step / 5) ** 2
    const y = 376 + near * 200
    const reach = 40 + near * 400
    const height = 70 + near * 380
    pen.path(
      d`M${480 - reach} ${y}H${480 + reach}v${6 + near * 14}H${480 - reach}z`,
      '#1d2f4a',
      'opacity=".12"',
    )
    const colour = mix(random.pick(scene.crowns), scene.mood.haze, 0.45 - near * 0.45)
    plant(scene, tree, 480 - reach, y, height, colour)
    plant(scene, tree, 480 + reach, y, height, mix(colour, '#1d2f4a', 0.1))
  }
  const cast = castOf(scene)
  crowd(scene, cast, { from: 430, to: 520, y: 400, depth: 40, height: 34, count: 5 })
  for (const x of [196, 700]) {
    facade(scene, { x, y: 300, width: 64, height: 280 })
    pen.rect(x + 46, 300, 18, 280, shade(scheme.wall), 'opacity=".6"')
    cornice(scene, x - 10, 286, 84, 16, scheme.trim)
    cornice(scene, x - 6, 560, 76, 24, scheme.trim)
    pen.circle(x + 32, 268, 19, scene.mood.lamps > 0.3 ? scene.lamp : lit(scheme.trim))
  }
  const bow = random.int(150, 190)
  pen.line(d`M228 ${300}Q480 ${300 - bow} 732 300`, lit(scheme.accent), 9)
  pen.line(d`M228 ${322}Q480 ${322 - bow} 732 322`, lit(scheme.accent), 4)
  const mid = 300 - bow / 2
  pen.path(d`M480 ${mid - 30}l34 12v22q0 26-34 40q-34-14-34-40v-22z`, lit(scheme.roof))
  pen.path(d`M480 ${mid - 16}l22 8v14q0 18-22 28q-22-10-22-28v-14z`, lit(scheme.trim))
  stand(scene, cast[0], 400, 560, 96)
  stand(scene, cast[1], 440, 566, 72)
  hedge(scene, -20, 596, 220, 50)
  hedge(scene, 762, 596, 220, 50)
}

// The lines of a side wing over its depth: 0 is the far end, 1 the near one.
const foot = (depth: number) => 400 + depth * 200
const high = (depth: number) => 316 + depth * 26
const roofline = (depth: number) => 212 - depth * 150

function archCourt(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood } = scene
  sky(scene, 330, { x: 300, y: 90, r: 26 })
  clouds(scene, 2, 50, 130)
  facade(scene, { x: 300, y: 196, width: 360, height: 204 })
  windows(
    scene,
    { x: 310, y: 206, width: 340, height: 80 },
    { columns: 9, rows: 1, kind: 'tall', frame: lit(scheme.trim) },
  )
  arcade(scene, { x: 306, y: 312, width: 350, height: 88 }, 7)
  cornice(scene, 296, 292, 368, 8, scheme.trim)
  hipRoof(scene, 300, 196, 360, 56, 4)
  pen.path('M300 400H660L1000 600H-40z', pen.fade([lit('#ecdcba'), lit('#d5be96')]))
  for (const side of [-1, 1]) {
    const wall = side < 0 ? shade(scheme.wall) : lit(scheme.wall)
    const edge = (depth: number) => 480 + side * (180 + depth * 320)
    pen.path(
      d`M${edge(0)} 196L${edge(1)} 20V600L${edge(0)} 400z`,
      pen.fade(side < 0 ? [wall, mix(wall, '#2a3350', 0.2)] : [wall, mix(wall, shade(scheme.wall), 0.35)]),
    )
    pen.path(
      d`M${edge(0)} 196L${edge(1)} 20V-40L${edge(0)} 160z`,
      side < 0 ? shade(scheme.roof) : lit(scheme.roof),
    )
    pen.line(d`M${edge(0)} 296L${edge(1)} 300`, lit(scheme.trim), 6, side < 0 ? 'opacity=".5"' : undefined)
    let lower = ''
    let upper = ''
    for (let at = 0; at < 5; at += 1) {
      const a = ((at + 0.16) / 5) ** 1.5
      const b = ((at + 0.84) / 5) ** 1.5
      lower += d`M${edge(a)} ${foot(a)}V${high(a) + 24 * (1 + a)}Q${edge((a + b) / 2)} ${high(b) - 26 - b * 50} ${edge(b)} ${high(b) + 24 * (1 + b)}V${foot(b)}z`
      upper += d`M${edge(a + 0.02)} ${280 - a * 10}V${roofline(a) + 14}L${edge(b - 0.02)} ${roofline(b) + 20}V${280 - b * 10}z`
    }
    const inside = mix(shade(scheme.wall), '#2f2a48', 0.5)
    pen.path(
      lower,
      pen.fade(mood.lamps > 0.3 ? [scene.lamp, inside] : [inside, mix(inside, scheme.trim, 0.3)]),
    )
    pen.line(lower, lit(scheme.trim), 3, side < 0 ? 'opacity=".5"' : undefined)
    pen.path(upper, scene.glass, `stroke="${lit(scheme.trim)}" stroke-width="2"`)
  }
  pen.path('M372 424H588L730 556H230z', pen.fade([grass, mix(grass, '#2f5a4c', 0.25)]))
  pen.path('M0 600L300 402h90L250 600z', '#1d2f4a', 'opacity=".14"')
  const tree = grow(scene, random.pick(['ginkgo', 'broad', 'round']))
  plant(scene, tree, 480, 500, random.int(230, 280))
  const cast = castOf(scene)
  crowd(scene, cast, { from: 330, to: 640, y: 412, depth: 10, height: 44, count: 5 })
  stand(scene, cast[0], 700, 580, 108)
  stand(scene, cast[1], 748, 586, 84)
  for (const x of [300, 660]) plant(scene, grow(scene, 'shrub'), x, 470, 40)
  if (random.chance(0.6)) meadow(scene, 552, 12, scene.leaves[1])
}

/** Compositions that lead inwards: avenue and cloister. */
export const courtCompositions: readonly Composition[] = [
  {
    name: 'gate-avenue',
    moods: ['autumn', 'spring', 'summer', 'golden', 'clear'],
    draw: gateAvenue,
    shares: [3, 1, 1, 3, 0, 0],
  },
  {
    name: 'arch-court',
    moods: ['clear', 'golden', 'summer', 'dusk'],
    draw: archCourt,
    shares: [4, 3, 4, 0, 4, 0],
  },
]
