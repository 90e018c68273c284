import { mix } from '../drawing/colour.ts'
import { blob } from '../drawing/nature.ts'
import { castOf, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

function aerial(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, leaves } = scene
  const ink = '#1d2f4a'
  pen.rect(0, 0, 960, 600, pen.fade([mix(grass, '#fff7cf', 0.12), grass], 'diagonal'))
  const river = mix(lit('#5fa3b3'), scene.mood.sky[0], 0.3)
  pen.path('M700-10Q760 110 860 150T980 280V-10z', lit('#e6d7b2'))
  pen.path('M730-10Q790 90 880 126T980 240V-10z', river)
  pen.line('M800 40q40 50 90 70M850 10q40 50 100 90', '#ffffff', 3, 'opacity=".4" stroke-linecap="round"')
  const path = lit('#efe2c4')
  pen.line(
    'M-10 330H640Q720 330 740 400T760 620M330 330V-10M330 330L120 620M500 330V620M-10 120H330M640 330L760 180',
    path,
    20,
  )
  pen.circle(330, 330, 58, path)
  pen.circle(330, 330, 34, leaves[0])
  pen.circle(330, 330, 14, river)
  const clay = lit(random.pick(['#c9694c', '#bd6a58', '#d07f52', '#5b88a3']))
  pen.group(`transform="rotate(${random.int(-16, 16)} 640 480)"`, () => {
    pen.rect(532, 400, 240, 150, clay, 'rx="75"')
    for (const inset of [8, 16, 24])
      pen.rect(
        532 + inset,
        400 + inset,
        240 - inset * 2,
        150 - inset * 2,
        'none',
        `rx="${75 - inset}" stroke="#fff6e6" stroke-width="2"`,
      )
    pen.rect(564, 432, 176, 86, mix(leaves[0], grass, 0.4), 'rx="43"')
    pen.rect(600, 440, 104, 70, 'none', 'stroke="#fff6e6" stroke-width="3"')
    pen.line('M652 440v70', '#fff6e6', 3)
    pen.circle(652, 475, 15, 'none', 'stroke="#fff6e6" stroke-width="3"')
  })
  const block = (data: string, h: number, roof: string) => {
    pen.path(data, ink, `opacity=".24" transform="translate(${h} ${h})"`)
    pen.path(data, shade(scheme.wall), `transform="translate(0 ${Math.round(h / 3)})"`)
    pen.path(data, lit(roof), `stroke="${mix(lit(roof), '#ffffff', 0.4)}" stroke-width="3"`)
  }
  const x = random.int(60, 90)
  block(d`M${x} 176h210v126h-210zM${x + 56} 216v46h98v-46z`, 24, scheme.roof)
  block('M370 60h180v44h-136v120h-44z', 30, scheme.accent)
  block(d`M${600} 210h90v90h-90z`, 36, scheme.trim)
  block('M60 40h220v50h-220z', 18, scheme.wall)
  block('M180 420h110v120h-50v-70h-60z', 26, mix(scheme.roof, scheme.trim, 0.4))
  block('M380 380h86v150h-86z', 22, scheme.wall)
  pen.path(
    d`M380 455h86M645 210v90M600 255h90M60 65h220`,
    'none',
    `stroke="${ink}" stroke-width="2" opacity=".25"`,
  )
  pen.circle(645, 255, 24, 'none', `stroke="${shade(scheme.roof)}" stroke-width="5"`)
  pen.rect(460, 130, 120, 62, river, `stroke="${path}" stroke-width="9"`)
  pen.line('M462 146h116M462 161h116M462 176h116', '#ffffff', 2, 'opacity=".6" stroke-dasharray="7 5"')
  for (const [left, tint] of [
    [810, '#7fa58f'],
    [880, '#c98562'],
  ] as const) {
    pen.rect(left, 340, 56, 96, lit(tint), 'stroke="#fff6e6" stroke-width="3"')
    pen.line(d`M${left} 388h56`, '#fff6e6', 2)
  }
  const crown = pen.define(() => {
    pen.path(blob(random, 7, 8, 20, 19, 9, 0.12), ink, 'opacity=".26"')
    pen.path(blob(random, 0, 0, 19, 19, 9, 0.12), '')
    pen.path(blob(random, -4, -4, 11, 11, 7, 0.16), '#fff9d8', 'opacity=".25"')
  })
  const put = (left: number, top: number, size: number) =>
    pen.use(
      crown,
      `transform="translate(${Math.round(left)} ${Math.round(top)})scale(${size.toFixed(1)})" fill="${random.pick(scene.crowns)}"`,
    )
  for (let at = 0; at < 12; at += 1) put(20 + at * 52, 356 - (at % 2) * 50, random.float(0.7, 1))
  for (let at = 0; at < 9; at += 1)
    put(690 + at * 32, 130 + at * 24 + random.int(-30, 50), random.float(0.9, 1.6))
  for (let at = 0; at < 10; at += 1) put(random.int(0, 150), random.int(400, 600), random.float(0.9, 1.8))
  for (let at = 0; at < 7; at += 1) put(random.int(790, 960), random.int(460, 600), random.float(1, 1.9))
  for (let at = 0; at < 6; at += 1) put(300 + at * 74, random.int(10, 40), random.float(0.8, 1.3))
}

/** Where a place of the model (steps to the right, steps to the left, pixels up) lies on the sheet. */
function at(u: number, v: number, z = 0): string {
  return d`${480 + (u - v) * 52} ${142 + (u + v) * 24 - z}`
}

function isometric(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood, leaves } = scene
  pen.rect(0, 0, 960, 600, pen.fade([mix(mood.sky[1], '#fffaf0', 0.25), mix(mood.sky[2], '#fffaf0', 0.2)]))
  pen.circle(random.int(160, 240), 120, 60, mood.sun, 'opacity=".8"')
  pen.oval(480, 540, 470, 56, '#1d2f4a', 'opacity=".1"')
  const slab = (
    u: number,
    v: number,
    du: number,
    dv: number,
    z: number,
    h: number,
    tints: readonly [string, string, string],
  ) => {
    pen.path(
      `M${at(u, v + dv, z + h)}L${at(u + du, v + dv, z + h)}L${at(u + du, v + dv, z)}L${at(u, v + dv, z)}z`,
      tints[1],
    )
    pen.path(
      `M${at(u + du, v, z + h)}L${at(u + du, v + dv, z + h)}L${at(u + du, v + dv, z)}L${at(u + du, v, z)}z`,
      tints[2],
    )
    pen.path(
      `M${at(u, v, z + h)}L${at(u + du, v, z + h)}L${at(u + du, v + dv, z + h)}L${at(u, v + dv, z + h)}z`,
      tints[0],
    )
  }
  const tints = (colour: string): readonly [string, string, string] => [
    mix(lit(colour), '#ffffff', 0.15),
    lit(colour),
    shade(colour),
  ]
  slab(0, 0, 8.4, 8.4, -30, 30, [grass, lit('#b98f68'), shade('#a27a5c')])
  const floor = (u: number, v: number, du: number, dv: number, colour: string) =>
    pen.path(`M${at(u, v)}L${at(u + du, v)}L${at(u + du, v + dv)}L${at(u, v + dv)}z`, colour)
  floor(3.7, 0, 0.9, 8.4, lit('#efe2c4'))
  floor(0, 4.1, 8.4, 0.8, lit('#efe2c4'))
  floor(5, 5.3, 2.9, 2.7, lit('#c9694c'))
  floor(5.35, 5.65, 2.2, 2, mix(leaves[0], grass, 0.3))
  floor(5, 0.6, 1, 2.4, mix(lit('#5fa3b3'), mood.sky[0], 0.3))
  const building = (u: number, v: number, du: number, dv: number, floors: number, colour: string) => {
    pen.path(
      `M${at(u + du, v)}L${at(u + du + floors * 0.32, v + 0.2)}L${at(u + du + floors * 0.32, v + dv + 0.2)}L${at(u + du, v + dv)}z`,
      '#1d2f4a',
      'opacity=".18"',
    )
    slab(u, v, du, dv, 0, floors * 30, tints(colour))
    let left = ''
    let right = ''
    for (let z = 0; z < floors; z += 1) {
      for (let step = 0.2; step < du - 0.3; step += 0.5)
        left += `M${at(u + step, v + dv, z * 30 + 23)}l14 6v14l-14-6z`
      for (let step = 0.2; step < dv - 0.3; step += 0.5)
        right += `M${at(u + du, v + step + 0.27, z * 30 + 23)}l14-6v14l-14 6z`
    }
    pen.path(left, mood.lamps > 0.3 ? scene.lamp : scene.glass)
    pen.path(right, mix(scene.glass, '#27364f', 0.35))
    slab(u - 0.06, v - 0.06, du + 0.12, dv + 0.12, floors * 30, 7, tints(scheme.trim))
    if (random.chance(0.6))
      slab(u + 0.4, v + 0.4, du * 0.3, dv * 0.4, floors * 30 + 7, 14, tints(scheme.roof))
  }
  const tree = grow(scene, 'round')
  const put = (u: number, v: number, h: number) =>
    plant(scene, tree, 480 + (u - v) * 52, 142 + (u + v) * 24, h * 1.25)
  for (const u of [0.5, 1.4, 2.3]) put(u, 0.4, 62)
  building(0.6, 0.9, 2.6, 1.2, random.int(4, 5), scheme.wall)
  building(6.3, 0.5, 1.6, 3, random.int(2, 3), mix(scheme.wall, scheme.trim, 0.5))
  building(0.6, 2.6, 1.2, 1.2, 3, scheme.accent)
  put(2.6, 3.2, 66)
  put(3.3, 2.6, 58)
  put(5.2, 3.6, 62)
  building(0.6, 5.3, 2.6, 1.1, random.int(2, 4), scheme.roof)
  for (const v of [5, 5.9, 6.8, 7.7]) put(4.8, v, 56)
  building(1.8, 6.8, 1.4, 1.2, 2, scheme.wall)
  for (const u of [0.5, 1.1]) put(u, 7.9, 66)
  const cast = castOf(scene)
  for (const [u, v] of [
    [4.1, 4.4],
    [4.2, 5.6],
    [5.4, 4.5],
    [4, 2.2],
    [6.4, 6.6],
    [3.9, 7.4],
  ] as const)
    stand(scene, cast[u > 5 ? 0 : 1], 480 + (u - v) * 52, 142 + (u + v) * 24, 38)
}

/** Compositions from above: plan and model. */
export const modelCompositions: readonly Composition[] = [
  {
    name: 'aerial',
    moods: ['clear', 'summer', 'autumn', 'spring', 'morning'],
    draw: aerial,
    shares: [1, 5, 1, 2, 0, 1],
  },
  {
    name: 'isometric',
    moods: ['clear', 'spring', 'autumn', 'summer', 'golden', 'morning'],
    draw: isometric,
    shares: [9, 1, 2, 1, 0, 1],
  },
]
