import { bars } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { beams, indoors, outside, room } from '../drawing/interior.ts'
import { ripples } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

function hexagon(x: number, y: number, r: number): string {
  return d`M${x} ${y - r}l${r * 0.87} ${r / 2}v${r}l${-r * 0.87} ${r / 2}l${-r * 0.87} ${-r / 2}v${-r}z`
}

function lab(scene: Scene) {
  const { pen, random, lit, shade, scheme } = scene
  room(scene, mix('#dfe9e6', scheme.trim, 0.4), 380, '#cfd3cf')
  outside(scene, 60, 70, random.int(300, 360), 200, 4)
  pen.rect(
    460,
    80,
    440,
    180,
    lit(mix(scheme.roof, '#2f4f4c', 0.4)),
    `stroke="${lit('#c79a6b')}" stroke-width="9"`,
  )
  const chalk = '#eef3ea'
  let bonds = ''
  for (const [x, y] of [
    [560, 160],
    [604, 160],
    [582, 198],
  ] as const)
    bonds += hexagon(x, y, 25)
  pen.line(
    `${bonds}M690 210L740 130L800 190L860 120M690 230H870M690 230V110`,
    chalk,
    3,
    'opacity=".85" stroke-linejoin="round"',
  )
  for (const [x, y] of [
    [690, 210],
    [740, 130],
    [800, 190],
    [860, 120],
  ] as const)
    pen.circle(x, y, 6, lit(scheme.accent))
  const cast = castOf(scene)
  for (const x of [230, 430, 650, 820])
    stand(
      scene,
      cast[x % 4 === 2 ? 0 : 1],
      x + random.int(-20, 20),
      470,
      random.int(160, 186),
      lit('#f4f6f3'),
    )
  pen.rect(0, 404, 960, 18, lit('#f2f0ea'))
  pen.rect(0, 422, 960, 110, pen.fade([lit(scheme.wall), shade(scheme.wall)]))
  bars(scene, { x: 120, y: 430, width: 840, height: 94 }, { step: 160, thick: 4, colour: shade(scheme.wall) })
  pen.rect(0, 532, 960, 20, shade(scheme.roof))
  const juices = random.shuffle(['#e8734f', '#f2b84b', '#4f9ec0', '#7fb36a', '#a978c0', '#3fa39a'])
  const vessels = [
    (x: number, tint: string) => {
      pen.path(d`M${x - 10} 330h20v30l34 44h-88l34-44z`, '#ffffff', 'opacity=".55"')
      pen.path(d`M${x - 28} 382h56l17 22h-90z`, tint)
      pen.line(d`M${x - 15} 330h30`, '#ffffff', 6)
    },
    (x: number, tint: string) => {
      pen.circle(x, 370, 34, '#ffffff', 'opacity=".55"')
      pen.path(d`M${x - 33} 374h66a34 34 0 0 1-66 0z`, tint)
      pen.rect(x - 9, 310, 18, 34, '#ffffff', 'opacity=".7"')
    },
    (x: number, tint: string) => {
      pen.line(d`M${x - 46} 404v-56h92v56M${x - 46} 372h92`, lit('#b98a5e'), 6)
      for (const at of [-28, 0, 28]) {
        pen.rect(x + at - 7, 326, 14, 66, '#ffffff', 'opacity=".7" rx="7"')
        pen.rect(x + at - 7, 352 + at / 4, 14, 40 - at / 4, tint, 'rx="7"')
      }
    },
    (x: number, tint: string) => {
      pen.path(
        d`M${x - 40} 404h76v-10h-22q26-20 10-54l12-16l-22-18l-46 58l22 18l10-14q10 20-14 26h-26z`,
        shade('#4b5566'),
      )
      pen.circle(x + 12, 312, 9, tint)
    },
  ]
  random
    .shuffle([120, 330, 540, 730, 880])
    .forEach((x, at) => vessels[at % vessels.length]?.(x, juices[at] ?? '#4f9ec0'))
  pen.path('M0 404H960V412H0z', '#ffffff', 'opacity=".35"')
  pen.path(d`M60 70h70L40 300H-40zM230 70h60L190 330h-70z`, '#ffffff', 'opacity=".14"')
  for (const x of [180, 480, 790]) {
    pen.rect(x - 80, 0, 160, 12, '#fffdf4')
    pen.path(d`M${x - 80} 12h160l60 150h-280z`, '#fffdf4', 'opacity=".12"')
  }
  for (const x of [90, 480, 870]) {
    pen.oval(x, 560, 46, 11, lit(scheme.accent))
    pen.line(d`M${x} 566v40`, shade(scheme.roof), 8)
  }
}

function canteen(scene: Scene) {
  const { pen, random, lit, shade, scheme, lamp, leaves } = scene
  room(scene, mix(scheme.trim, scheme.wall, 0.2), 350, '#dcbf98')
  outside(scene, 40, 80, 560, 230, 6)
  pen.rect(640, 120, 290, 230, lit(scheme.roof))
  pen.rect(656, 150, 258, 90, mix(lamp, '#fff8e8', 0.3))
  for (const at of [690, 760, 830, 890])
    pen.path(d`M${at - 22} 236a22 18 0 0 1 44 0z`, lit(random.pick(['#c9d2d4', '#e6dcc6', scheme.accent])))
  pen.rect(644, 240, 282, 14, lit('#f2ead8'))
  bars(scene, { x: 640, y: 108, width: 290, height: 34 }, { step: 58, thick: 29, colour: lit(scheme.accent) })
  pen.line('M640 108H930', lit(scheme.trim), 6)
  const cast = castOf(scene)
  stand(scene, cast[1], 720, 238, 76, lit('#fbfaf4'))
  stand(scene, cast[0], 840, 238, 76, lit('#fbfaf4'))
  pen.rect(644, 252, 282, 100, pen.fade([lit(scheme.wall), shade(scheme.wall)]))
  beams(scene, 60, 352, 4, 90)
  crowd(scene, cast, { from: 660, to: 900, y: 372, depth: 12, height: 118, count: 4 })
  const table = (x: number, y: number, s: number) => {
    const w = 190 * s
    for (const at of [0.2, 0.5, 0.8]) stand(scene, cast[1], x + w * at, y + 18 * s, 108 * s)
    pen.path(d`M${x} ${y - 16 * s}h${w}l${18 * s} ${20 * s}h${-w - 36 * s}z`, lit('#e8c79a'))
    pen.rect(x - 18 * s, y + 4 * s, w + 36 * s, 9 * s, shade('#b98a5e'))
    pen.line(
      d`M${x + 6} ${y + 12 * s}l${-8 * s} ${62 * s}M${x + w - 6} ${y + 12 * s}l${8 * s} ${62 * s}`,
      shade(scheme.roof),
      Math.round(7 * s),
    )
    for (const at of [0.22, 0.52, 0.8]) {
      pen.oval(x + w * at, y - 6 * s, 22 * s, 6 * s, '#fffaf0')
      pen.oval(x + w * at, y - 8 * s, 12 * s, 4 * s, random.pick([leaves[0], lit('#e8734f'), lit('#f2b84b')]))
    }
    pen.rect(x - 30 * s, y + 40 * s, w + 60 * s, 9 * s, lit(scheme.accent), 'rx="4"')
    pen.line(
      d`M${x - 10 * s} ${y + 48 * s}v${32 * s}M${x + w + 10 * s} ${y + 48 * s}v${32 * s}`,
      shade(scheme.roof),
      Math.round(6 * s),
    )
  }
  table(random.int(120, 160), 410, 0.8)
  table(random.int(380, 420), 424, 0.86)
  table(random.int(20, 60), 510, 1.25)
  table(random.int(400, 450), 520, 1.3)
  table(random.int(790, 830), 500, 1.15)
  const drop = random.pick(['M-40 0a40 34 0 0 1 80 0z', 'M-30-34h60l18 34h-96z', 'M-26 0a26 26 0 1 1 52 0z'])
  for (const x of [110, 300, 490, 700, 880]) {
    pen.line(d`M${x} 0v40`, shade(scheme.roof), 3)
    pen.path(drop, lit(x % 4 === 0 ? scheme.accent : scheme.roof), d`transform="translate(${x} 72)"`)
    pen.circle(x, 74, 60, pen.glow(lamp, 0.6))
  }
  plant(scene, grow(scene, 'shrub'), 616, 352, 60, leaves[1])
}

function pool(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood } = scene
  const vx = 480
  pen.rect(0, 0, 960, 320, pen.fade([mix(scheme.trim, mood.sky[1], 0.3), lit(scheme.trim)]))
  const vault = random.chance(0.5)
  pen.path('M250 110H710V300H250z', pen.fade(mood.sky))
  pen.path('M250 300v-60q110-50 230-20t230-10v90z', mix(scene.leaves[1], mood.haze, 0.3))
  bars(scene, { x: 250, y: 110, width: 460, height: 190 }, { step: 46, thick: 5, colour: lit(scheme.trim) })
  pen.path(
    'M0-60L250 110V300L0 400z',
    pen.fade([mix(shade(scheme.wall), scheme.trim, 0.4), lit(scheme.wall)], 'right'),
  )
  pen.path('M960-60L710 110V300L960 400z', pen.fade([mood.sky[1], mood.sky[2]], 'right'))
  pen.line('M760 76V320M830 30V348M910-20V380M710 200L960 150', lit(scheme.trim), 7)
  pen.line('M60 120L220 190M60 190L220 236', lit(scheme.accent), 16, 'stroke-linecap="round" opacity=".8"')
  for (let at = 0; at < 5; at += 1) {
    const t = (at / 4) ** 1.5
    const left = 250 - t * 320
    const y = 110 - t * 130
    const bow = vault ? 80 + t * 60 : 40
    pen.line(d`M${left} ${y}Q${vx} ${y - bow * 2} ${960 - left} ${y}`, lit('#c79a6b'), Math.round(6 + t * 12))
  }
  pen.rect(0, 296, 960, 304, lit('#e9e2d2'))
  pen.path('M0 400L250 298H710L960 400V296H0z', lit('#f3ecdc'))
  const blue = mix(lit('#3fa3b8'), mood.sky[0], 0.3)
  pen.path('M270 318H690L1010 600H-50z', pen.fade([mix(blue, '#ffffff', 0.45), blue]))
  pen.path('M270 318H690l8 7H262z', shade('#b9b3a6'))
  let ropes = ''
  for (let at = 1; at < 6; at += 1) ropes += d`M${270 + at * 70} 322L${-50 + at * 177} 600`
  pen.line(ropes, lit(scheme.accent), 6, 'stroke-dasharray="14 8"')
  ripples(scene, 330, 596, 26, '#ffffff', random)
  const cast = castOf(scene)
  for (const [x, y, s] of [
    [400, 380, 1],
    [560, 430, 1.4],
    [250, 490, 1.9],
    [730, 520, 2.1],
  ] as const) {
    pen.oval(x, y + 6 * s, 40 * s, 7 * s, '#ffffff', 'opacity=".55"')
    pen.circle(x - 8 * s, y, 10 * s, lit(random.pick(['#e8734f', '#f2b84b', '#c9566a', '#f4efe4'])))
    pen.line(
      d`M${x} ${y + 4 * s}q${14 * s} ${-26 * s} ${30 * s} ${-4 * s}`,
      lit('#e6b98f'),
      Math.round(6 * s),
      'stroke-linecap="round"',
    )
  }
  for (const x of [300, 370, 440, 510, 580, 650]) pen.path(d`M${x - 12} 318v-18h24v18z`, lit(scheme.roof))
  stand(scene, cast[1], 370, 300, 70)
  stand(scene, cast[0], 580, 300, 70)
  stand(scene, cast[0], 130, 440, 150)
  pen.path('M710 110L250 300M640 90L200 300', 'none', `stroke="${mood.sun}" stroke-width="40" opacity=".12"`)
}

/** Larger rooms: laboratory, canteen, swimming pool. */
export const hallScenes: Readonly<Record<'lab' | 'canteen' | 'pool', readonly Composition[]>> = {
  lab: [{ name: 'lab', moods: indoors, draw: lab, shares: [6, 1, 4, 0, 2, 1] }],
  canteen: [{ name: 'canteen', moods: indoors, draw: canteen, shares: [4, 3, 1, 0, 0, 6] }],
  pool: [{ name: 'pool', moods: indoors, draw: pool, shares: [8, 1, 1, 0, 1, 1] }],
}
