import { facade, hipRoof, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, blob, clouds, hills, meadow, rain, ridge, sky } from '../drawing/nature.ts'
import { castOf, crowd, lampPost, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function umbrella(scene: Scene, x: number, y: number, size: number, colour: string) {
  const { pen, lit } = scene
  pen.line(d`M${x} ${y}v${size * 0.9}`, '#4a4656', 3)
  pen.path(
    d`M${x - size} ${y + size * 0.1}Q${x - size * 0.8} ${y - size * 0.8} ${x} ${y - size * 0.85}Q${x + size * 0.8} ${y - size * 0.8} ${x + size} ${y + size * 0.1}q${-size / 3} ${-size * 0.26} ${-size * 0.67} 0q${-size / 3} ${-size * 0.26} ${-size * 0.67} 0q${-size / 3} ${-size * 0.26} ${-size * 0.66} 0z`,
    lit(colour),
  )
  pen.path(
    d`M${x} ${y - size * 0.85}Q${x + size * 0.8} ${y - size * 0.8} ${x + size} ${y + size * 0.1}q${-size / 3} ${-size * 0.26} ${-size * 0.67} 0q0 ${-size * 0.6} ${-size * 0.33} ${-size * 0.95}z`,
    '#1d2f4a',
    'opacity=".16"',
  )
}

function rainWalk(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass, mood, lamp, leaves } = scene
  sky(scene, 360)
  hills(scene, 340, 150, 3)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 520, y: 372, height: 130, count: 6, distance: 0.3 })
  facade(scene, { x: 130, y: 240, width: 260, height: 120 }, { columns: 8, rows: 3, kind: 'tall' })
  hipRoof(scene, 130, 240, 260, 50)
  pen.path('M0 356H560V600H0z', pen.fade([grass, mix(grass, '#2f5a4c', 0.35)]))
  for (const [x, y, r] of [
    [150, 470, 80],
    [300, 430, 46],
    [230, 540, 100],
    [70, 400, 34],
  ] as const) {
    pen.oval(x, y, r, r * 0.22, mix(mood.sky[1], '#ffffff', 0.25), 'opacity=".75"')
    pen.oval(x + 6, y + 1, r * 0.4, r * 0.08, 'none', 'stroke="#fff" stroke-width="2" opacity=".7"')
  }
  rain(scene, 110)
  const vx = 560
  const vy = 350
  pen.path(
    d`M${vx - 14} ${vy + 12}L300 600H960V${vy}z`,
    pen.fade([lit('#dccfb6'), mix(lit('#bfae92'), mood.sky[0], 0.25)]),
  )
  pen.path(
    d`M${vx} ${vy - 40}L960 40V600L${vx} ${vy + 12}z`,
    pen.fade([shade(scheme.wall), lit(scheme.wall)], 'right'),
  )
  for (let at = 0; at < 4; at += 1) {
    const a = ((at + 0.12) / 4) ** 1.6
    const b = ((at + 0.8) / 4) ** 1.6
    const left = vx + a * 400
    const right = vx + b * 400
    pen.path(
      d`M${left} ${vy - 26 - a * 190}L${right} ${vy - 26 - b * 190}V${vy + 4 + b * 130}L${left} ${vy + 4 + a * 130}z`,
      at % 2 === 0 ? lamp : scene.glass,
      `stroke="${lit(scheme.trim)}" stroke-width="5"`,
    )
    pen.line(
      d`M${(left + right) / 2} ${vy - 26 - ((a + b) / 2) * 190}V${vy + 4 + ((a + b) / 2) * 130}`,
      lit(scheme.trim),
      4,
    )
  }
  pen.path(
    d`M${vx} ${vy - 40}L960 40V-10H120z`,
    pen.fade([mix(shade(scheme.trim), '#2a3350', 0.25), lit(scheme.trim)], 'right'),
  )
  let beams = ''
  for (let at = 1; at < 6; at += 1) {
    const t = (at / 6) ** 1.6
    beams += d`M${vx - t * 470} ${vy - 40 - t * 370}L${vx + t * 440} ${vy - 40 - t * 340}`
  }
  pen.line(beams, shade(scheme.roof), 7, 'opacity=".4"')
  pen.path('M120-10L560 310V322L80-10z', lit(scheme.roof))
  const cast = castOf(scene)
  for (let at = 0; at < 6; at += 1) {
    const t = (at / 5) ** 1.7
    const x = vx - 16 - t * 300
    const w = 6 + t * 26
    const top = vy - 48 - t * 260
    pen.rect(x, top, w, vy + 14 + t * 250 - top, pen.fade([lit(scheme.trim), shade(scheme.trim)], 'right'))
    pen.path(d`M${x} ${vy + 14 + t * 250}h${w}l${t * 150} ${t * 30}h${-w}z`, '#1d2f4a', 'opacity=".14"')
    if (at === 2) crowd(scene, cast, { from: 560, to: 640, y: 400, depth: 16, height: 62, count: 3 })
  }
  pen.path('M640 420l60 0l90 160h-130zM720 420h40l140 140h-70z', lamp, 'opacity=".3"')
  stand(scene, cast[1], 640, 540, 150)
  stand(scene, cast[0], 720, 560, 168)
  const tints = random.shuffle(['#e8734f', '#f2b84b', '#3f7d8c', '#c9566a', '#6f9a72'])
  stand(scene, cast[0], 150, 520, 100)
  umbrella(scene, 154, 424, 52, tints[0] ?? '#e8734f')
  stand(scene, cast[1], 246, 500, 84)
  umbrella(scene, 250, 420, 44, tints[1] ?? '#f2b84b')
  umbrella(scene, 830, 540, 74, tints[2] ?? '#3f7d8c')
  pen.path(blob(random, 40, 596, 130, 54, 10, 0.2), leaves[2])
  pen.path(blob(random, 300, 604, 80, 30, 9, 0.2), leaves[1])
}

function duskFacade(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, lamp } = scene
  sky(scene, 430, { x: random.int(160, 280), y: random.int(90, 150), r: 36 })
  clouds(scene, 4, 60, 220)
  ridge(scene, 420, 130, mix(mood.sky[1], '#3c4770', 0.35), 440, 4)
  const dark = mix(shade(scheme.wall), '#28304f', 0.35)
  const top = random.int(220, 260)
  const body = pen.define(() => {
    pen.rect(120, top, 760, 430 - top, dark)
    pen.rect(120, top, 760, 430 - top, pen.fade(['#28304f/.5', '#28304f/0'], 'right'))
    pen.rect(520, top - 90, 200, 90, mix(dark, scheme.wall, 0.2))
    const rows = 4
    const h = (430 - top) / rows
    for (let row = 0; row < rows; row += 1) {
      const y = top + row * h
      let warm = ''
      let cool = ''
      for (let x = 136; x < 860; x += 30) {
        const data = d`M${x} ${y + 12}h24v${h - 22}h-24z`
        if (random.chance(0.62)) warm += data
        else cool += data
      }
      pen.path(warm, row % 2 === 0 ? lamp : mix(lamp, '#f2935c', 0.35))
      pen.path(cool, mix(scene.glass, '#28304f', 0.4))
      pen.rect(108, y - 3, 784, 8, mix(dark, '#ffffff', 0.12))
    }
    pen.path(d`M540 ${top - 74}h160v58h-160z`, mix(lamp, '#f2935c', 0.2))
    pen.line(d`M580 ${top - 74}v58M620 ${top - 74}v58M660 ${top - 74}v58`, dark, 5)
    pen.rect(510, top - 98, 220, 9, mix(dark, '#ffffff', 0.16))
    pen.path('M440 430v-70h120v70z', mix(lamp, '#ffffff', 0.35))
    pen.line('M470 430v-70M500 430v-70M530 430v-70', dark, 4)
    pen.path('M410 356h180l10 10H400z', lit(scheme.accent))
  })
  pen.use(body, '')
  pen.rect(0, 430, 960, 170, pen.fade([mix(mood.sky[1], '#33406a', 0.45), mix(mood.sky[0], '#1d2745', 0.45)]))
  pen.use(body, 'transform="translate(0 862)scale(1 -1)" opacity=".32"')
  let shine = ''
  for (let at = 0; at < 26; at += 1)
    shine += d`M${random.int(0, 940)} ${random.int(446, 596)}h${random.int(30, 130)}`
  pen.line(shine, mix(mood.sky[1], '#28304f', 0.25), 5, 'opacity=".45" stroke-linecap="round"')
  pen.circle(500, 420, 190, pen.glow(lamp, 0.4))
  const ink = mix(scene.leaves[2], '#1d2745', 0.55)
  const tree = grow(scene, 'round')
  const slim = grow(scene, 'poplar')
  for (const x of [60, 200, 780, 920])
    plant(scene, x % 3 === 0 ? slim : tree, x, 438, random.int(140, 200), mix(ink, mood.sky[1], 0.15))
  for (const x of [300, 420, 580, 700]) lampPost(scene, x, 448, 70)
  const cast = castOf(scene)
  crowd(scene, cast, { from: 340, to: 680, y: 450, depth: 70, height: 66, count: 9 })
  plant(scene, tree, 30, 620, 380, ink)
  meadow(scene, 590, 14, mix(ink, '#1d2745', 0.4))
}

function kites(scene: Scene) {
  const { pen, random, lit, scheme, grass, mood } = scene
  sky(scene, 500, { x: random.int(700, 820), y: random.int(110, 170), r: 46 })
  clouds(scene, 5, 60, 330)
  hills(scene, 492, 90, 2)
  const tree = grow(scene, 'round')
  plantRow(scene, tree, { from: 0, to: 960, y: 500, height: 62, count: 15, distance: 0.25 })
  facade(scene, { x: 90, y: 424, width: 240, height: 76 }, { columns: 10, rows: 2, kind: 'tall' })
  hipRoof(scene, 90, 424, 240, 34)
  facade(scene, { x: 180, y: 370, width: 40, height: 130 }, { columns: 1, rows: 3, kind: 'arch', wall: 0.6 })
  pen.path('M172 372l28-44l28 44z', lit(scheme.roof))
  windows(scene, { x: 330, y: 460, width: 100, height: 40 }, { columns: 5, rows: 1, kind: 'tall' })
  pen.path('M-10 506Q300 470 560 500T970 490V610H-10z', pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  const cast = castOf(scene)
  const tints = random.shuffle(['#e8734f', '#f2b84b', '#3f8c8c', '#c9566a', '#6a78b8', '#f6efe0'])
  const holders = [250, 470, 640, 850]
  holders.forEach((x, at) => {
    const kx = x + random.int(-60, 120)
    const ky = random.int(70, 250) + (at % 2) * 60
    const s = random.int(34, 54)
    const tint = lit(tints[at] ?? scheme.accent)
    pen.line(
      d`M${x + 8} ${540}Q${(x + kx) / 2 - 40} ${(540 + ky) / 2 + 60} ${kx} ${ky}`,
      mix(mood.dim, '#3a4460', 0.3),
      1.5,
      'opacity=".7"',
    )
    pen.path(d`M${kx} ${ky - s}l${s * 0.72} ${s}l${-s * 0.72} ${s * 1.3}l${-s * 0.72} ${-s * 1.3}z`, tint)
    pen.path(d`M${kx} ${ky - s}l${s * 0.72} ${s}l${-s * 0.72} ${s * 1.3}z`, '#1d2f4a', 'opacity=".14"')
    pen.path(
      d`M${kx - s * 0.72} ${ky}h${s * 1.44}l${-s * 0.72} ${s * 0.3}z`,
      lit(tints[(at + 2) % 6] ?? scheme.trim),
      'opacity=".9"',
    )
    pen.line(
      d`M${kx} ${ky + s * 1.3}q${s * 0.5} ${s * 0.6} 0 ${s}t${s * 0.2} ${s}`,
      tint,
      4,
      'stroke-linecap="round"',
    )
    stand(scene, cast[at % 2 === 0 ? 0 : 1], x, 570 + random.int(-14, 12), random.int(70, 92))
  })
  crowd(scene, cast, { from: 300, to: 800, y: 514, depth: 14, height: 34, count: 7 })
  birds(scene, 300, 120, 5)
  meadow(scene, 590, 16, mix(scene.leaves[1], scene.grass, 0.3))
}

/** Compositions made by the hour: rain, dusk, wind. */
export const weatherCompositions: readonly Composition[] = [
  { name: 'rain-walk', moods: ['rain'], draw: rainWalk, shares: [3, 3, 2, 0, 1, 1] },
  { name: 'dusk-front', moods: ['dusk', 'night'], draw: duskFacade, shares: [4, 0, 1, 3, 3, 1] },
  {
    name: 'kites',
    moods: ['clear', 'summer', 'golden', 'spring', 'morning'],
    draw: kites,
    shares: [8, 3, 0, 1, 0, 0],
  },
]
