import { mix } from '../drawing/colour.ts'
import { blob } from '../drawing/nature.ts'
import { castOf, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

const bright: Composition['moods'] = ['clear', 'summer', 'spring', 'morning', 'golden', 'autumn']
const party = ['#e8734f', '#f2b84b', '#3f8c8c', '#c9566a', '#6a78b8', '#f6efe0', '#7fb36a']

function lecture(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, lamp } = scene
  const wood = random.pick(['#c79a6b', '#b58a6a', '#d0ad80'])
  pen.rect(0, 0, 960, 540, pen.fade([mix(shade(wood), '#2f2a48', 0.25), lit(wood)]))
  pen.path('M0 0H150L210 400H0zM960 0H810L750 400H960z', mix(shade(wood), '#2f2a48', 0.3))
  pen.rect(
    230,
    50,
    500,
    250,
    pen.fade([mix(mood.sky[1], '#ffffff', 0.5), '#fffdf4'], 'diagonal'),
    `stroke="${shade(scheme.roof)}" stroke-width="8"`,
  )
  const kind = random.int(0, 2)
  if (kind === 0) {
    for (let at = 0; at < 6; at += 1)
      pen.rect(
        290 + at * 64,
        260 - 30 - at * 26,
        40,
        30 + at * 26,
        lit(at % 2 === 0 ? scheme.accent : scheme.roof),
        'rx="4"',
      )
    pen.line('M290 200Q430 190 520 140T670 80', lit(scheme.wall), 6, 'stroke-linecap="round"')
  } else if (kind === 1) {
    pen.circle(400, 175, 78, lit(scheme.roof))
    pen.path('M400 175V97a78 78 0 0 1 68 116z', lit(scheme.accent))
    pen.line('M530 120h150M530 165h120M530 210h140', shade(scheme.trim), 11, 'stroke-linecap="round"')
  } else {
    pen.path('M270 270Q340 110 420 190T560 120T690 270z', scene.leaves[1])
    pen.circle(610, 106, 26, lit(scheme.accent))
    pen.line('M290 92h120M290 122h80', shade(scheme.trim), 10, 'stroke-linecap="round"')
  }
  pen.rect(60, 330, 840, 50, pen.fade([lit('#e0bd90'), shade('#b98a5e')]))
  const cast = castOf(scene)
  pen.path('M640 0L560 340H900L720 0z', '#fff2cf', 'opacity=".16"')
  stand(scene, random.pick(cast), 740, 340, 190, lit(scheme.accent))
  pen.path('M770 340l10-96h86l10 96z', pen.fade([lit(scheme.roof), shade(scheme.roof)]))
  pen.rect(764, 236, 118, 12, lit(scheme.trim))
  pen.circle(823, 292, 18, lit(scheme.trim))
  for (const x of [140, 190]) plant(scene, grow(scene, 'shrub'), x, 334, 50, scene.leaves[1])
  for (let row = 0; row < 3; row += 1) {
    const y = 420 + row * 56
    const s = 0.8 + row * 0.26
    for (let at = 0; at < 12 - row * 2; at += 1) {
      const x = 30 + row * 16 + at * (84 + row * 20) + random.int(-6, 6)
      pen.path(
        d`M${x - 34 * s} ${y + 60}q0 ${-62 * s} ${34 * s} ${-62 * s}t${34 * s} ${62 * s}z`,
        mix(lit(random.pick(party)), '#2f2a48', 0.18 + row * 0.1),
      )
      pen.circle(x, y - 18 * s, 22 * s, lit(random.pick(['#2f2a2e', '#3d3030', '#4f3a31', '#6b5a52'])))
    }
  }
  for (const x of [200, 480, 760]) pen.circle(x, 0, 120, pen.glow(lamp, 0.5))
}

function gallery(scene: Scene) {
  const { pen, random, lit, shade, scheme } = scene
  const wall = random.pick(['#f4ecdd', '#e6ece6', '#f1dfd2', '#dfe4ee'])
  pen.rect(0, 0, 960, 400, pen.fade([mix(lit(wall), shade(wall), 0.3), lit(wall)]))
  pen.rect(0, 396, 960, 150, pen.fade([lit('#d9b88f'), shade('#c09a70')]))
  pen.rect(0, 388, 960, 12, '#ffffff', 'opacity=".7"')
  const tints = random.shuffle([...party, scheme.accent, scheme.roof, scheme.wall]).map((tint) => lit(tint))
  const tint = (at: number) => tints[at % tints.length] ?? scheme.accent
  const works = [
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, pen.fade([tint(0), tint(1)]))
      pen.circle(x + w * 0.7, y + h * 0.3, w * 0.12, '#fff6dc')
      pen.path(
        d`M${x} ${y + h}v${-h * 0.3}l${w * 0.3} ${-h * 0.3}l${w * 0.26} ${h * 0.26}l${w * 0.18} ${-h * 0.14}l${w * 0.26} ${h * 0.3}v${h * 0.18}z`,
        tint(2),
      )
    },
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, '#fdf6e6')
      for (let at = 0; at < 6; at += 1)
        pen.circle(
          x + w * random.float(0.2, 0.8),
          y + h * random.float(0.2, 0.8),
          w * random.float(0.08, 0.2),
          tint(at + 1),
          'opacity=".85"',
        )
    },
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, tint(3))
      pen.path(
        d`M${x + w * 0.5} ${y + h * 0.9}V${y + h * 0.4}q${-w * 0.3} 0 ${-w * 0.3} ${-h * 0.24}q${w * 0.3} 0 ${w * 0.3} ${h * 0.24}q0 ${-h * 0.3} ${w * 0.3} ${-h * 0.3}q0 ${h * 0.3} ${-w * 0.3} ${h * 0.3}z`,
        tint(4),
        `stroke="${tint(4)}" stroke-width="5"`,
      )
    },
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, tint(5))
      pen.path(
        d`M${x} ${y}h${w * 0.5}v${h * 0.5}h${-w * 0.5}zM${x + w * 0.5} ${y + h * 0.5}h${w * 0.5}v${h * 0.5}h${-w * 0.5}z`,
        tint(6),
      )
      pen.circle(x + w / 2, y + h / 2, Math.min(w, h) * 0.26, '#fff6dc')
    },
  ]
  random.shuffle(works).forEach((work, at) => {
    const x = [60, 290, 540, 750][at] ?? 60
    const w = [180, 200, 160, 160][at] ?? 160
    const h = random.int(150, 220)
    const y = 190 - h / 2
    pen.path(d`M${x - 40} 0h${w + 80}l40 ${y + h + 60}h${-w - 160}z`, '#fffbe8', 'opacity=".22"')
    pen.rect(x - 8, y - 4, w + 24, h + 22, '#1d2f4a', 'opacity=".14"')
    pen.rect(x - 12, y - 12, w + 24, h + 24, at % 2 === 0 ? lit('#c79a6b') : '#fffaf0')
    work(x, y, w, h)
  })
  const cast = castOf(scene)
  const x = random.int(420, 500)
  pen.path(d`M${x} 500v-96h110v96z`, pen.fade(['#fffaf0', shade('#d8cfc0')], 'right'))
  pen.path(
    d`M${x + 24} 404q-10-50 20-66q-24-30 12-46q40 10 24 46q34 20 12 66z`,
    pen.fade([tint(1), mix(tint(1), '#2f2a48', 0.3)], 'right'),
  )
  for (const [at, y, h] of [
    [130, 500, 190],
    [200, 506, 130],
    [360, 480, 170],
    [680, 500, 186],
    [860, 486, 176],
    [760, 520, 140],
  ] as const)
    stand(scene, cast[at % 40 === 0 ? 0 : 1], at + random.int(-18, 18), y, h)
  pen.path(blob(random, 40, 540, 60, 20, 7), '#1d2f4a', 'opacity=".08"')
}

/** News to listen to and look at: lecture, exhibition. */
export const cultureNews: Readonly<Record<'lecture' | 'art', readonly Composition[]>> = {
  lecture: [{ name: 'lecture', moods: bright, draw: lecture, shares: [0, 2, 1, 0, 4, 4] }],
  art: [{ name: 'gallery', moods: bright, draw: gallery, shares: [4, 1, 1, 0, 1, 6] }],
}
