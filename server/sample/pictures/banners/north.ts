import { bars } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, meadow, ridge, sky } from '../drawing/nature.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

function beijing(scene: Scene) {
  const { pen, random, lit, shade, mood } = scene
  sky(scene, 300, { x: random.int(260, 420), y: 100, r: 36 })
  clouds(scene, 4, 40, 130)
  for (let at = 0; at < 3; at += 1)
    ridge(scene, 280 - at * 6, 150 - at * 40, mix(scene.leaves[2], mood.haze, 0.78 - at * 0.16), 310, 5 + at)
  const x = random.int(800, 880)
  const blue = '#3f5f8c'
  pen.path(d`M${x - 150} 300l20-20h260l20 20z`, lit('#f4efe4'))
  pen.rect(x - 110, 268, 220, 14, lit('#e6ddcb'))
  const tiers = [
    [90, 236, 36],
    [68, 192, 32],
    [46, 152, 30],
  ] as const
  for (const [half, y, h] of tiers) {
    pen.rect(x - half, y, half * 2, h, lit('#a94434'))
    bars(
      scene,
      { x: x - half + 6, y: y + 6, width: half * 2 - 8, height: h - 8 },
      { step: 14, thick: 7, colour: mood.lamps > 0.3 ? scene.lamp : mix(lit('#3f7460'), '#ffffff', 0.15) },
    )
    pen.path(
      d`M${x - half - 24} ${y + 2}Q${x - half * 0.4} ${y - 10} ${x - half * 0.62} ${y - 26}H${x + half * 0.62}Q${x + half * 0.4} ${y - 10} ${x + half + 24} ${y + 2}z`,
      pen.fade([lit(blue), shade(blue)], 'right'),
    )
  }
  pen.path(d`M${x - 30} 128Q${x - 10} 112 ${x} 84Q${x + 10} 112 ${x + 30} 128z`, lit(blue))
  pen.circle(x, 80, 8, lit('#e9b44c'))
  const grey = '#8d949b'
  const tree = grow(scene, 'round')
  const house = pen.define(() => {
    pen.rect(4, 38, 204, 60, scene.far('#d6cbb8', 0.12))
    pen.rect(4, 40, 204, 12, '#1d2f4a', 'opacity=".25"')
    pen.path('M-12 42Q22 34 36 0H176Q190 34 224 42z', '')
    pen.line('M52 4L30 40M78 4L64 40M106 4V40M134 4L148 40M160 4L182 40', '#1d2f4a', 2, 'opacity=".16"')
    pen.rect(30, -5, 152, 8, shade('#6b727a'), 'rx="3"')
    pen.path('M88 56h36v42h-36z', lit('#a94434'))
    pen.path('M30 60h36v22h-36zM146 60h36v22h-36z', mood.lamps > 0.3 ? scene.lamp : scene.glass)
  })
  pen.rect(0, 286, 1200, 140, scene.far('#d6cbb8', 0.3))
  for (let row = 0; row < 3; row += 1) {
    const y = 270 + row * 46
    const s = 0.62 + row * 0.2
    for (let left = -90 + row * 40; left < 1200; left += 234 * s) {
      pen.use(
        house,
        d`transform="translate(${left} ${y + random.int(-4, 4)})` +
          `scale(${s.toFixed(2)})" fill="${scene.far(grey, 0.46 - row * 0.2)}"`,
      )
      if (random.chance(0.4))
        plant(
          scene,
          tree,
          left + 226 * s,
          y + 52,
          66 + row * 20,
          mix(random.pick(scene.crowns), mood.haze, 0.3 - row * 0.12),
        )
    }
  }
  const gold = mood.name === 'autumn' || mood.name === 'golden' ? lit('#f0bb45') : scene.leaves[0]
  plant(scene, grow(scene, 'ginkgo'), 1110, 440, 330, gold)
  plant(scene, grow(scene, 'ginkgo'), 70, 440, 250, mix(gold, scene.leaves[1], 0.25))
  pen.path(blob(random, 600, 424, 90, 14, 7), gold, 'opacity=".7"')
  birds(scene, 500, 110, 6)
  meadow(scene, 430, 4, gold)
}

/** Banners of the north. */
export const northBanners: Readonly<Record<'beijing', readonly Composition[]>> = {
  beijing: [
    {
      name: 'beijing',
      moods: ['autumn', 'golden', 'clear', 'morning'],
      draw: beijing,
      shares: [5, 1, 0, 1, 1, 0],
      fixed: true,
    },
  ],
}
