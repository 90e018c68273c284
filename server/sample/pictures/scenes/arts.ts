import { mix } from '../drawing/colour.ts'
import { beams, indoors, outside, room } from '../drawing/interior.ts'
import { castOf, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant } from '../drawing/trees.ts'

function studio(scene: Scene) {
  const { pen, random, lit, shade, scheme, leaves } = scene
  room(scene, mix('#f4ecdd', scheme.trim, 0.4), 400, '#d3b38c')
  pen.path('M0 0H960V70L0 40z', shade(scheme.trim))
  for (const x of [80, 330, 580])
    pen.path(d`M${x} 0h150l-30 ${46 + x / 40}h-150z`, mix(scene.mood.sky[1], '#ffffff', 0.3))
  outside(scene, 50, 110, 240, 210, 2)
  const tints = random.shuffle([scheme.accent, scheme.roof, '#f0c468', '#7fa58f', '#c97f7a', '#5f7fa0'])
  const art = [
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, pen.fade([lit(tints[2] ?? '#f0c468'), lit('#fbeed2')]))
      pen.circle(x + w * 0.66, y + h * 0.3, w * 0.13, lit(tints[0] ?? '#e8734f'))
      pen.path(
        d`M${x} ${y + h}v${-h * 0.36}q${w * 0.3} ${-h * 0.3} ${w * 0.55} 0t${w * 0.45} ${-h * 0.08}v${h * 0.44}z`,
        lit(tints[3] ?? '#7fa58f'),
      )
    },
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, lit('#fbf4e6'))
      pen.path(
        d`M${x + w * 0.34} ${y + h * 0.9}l${-w * 0.06} ${-h * 0.34}h${w * 0.44}l${-w * 0.06} ${h * 0.34}z`,
        lit(tints[1] ?? '#5f7fa0'),
      )
      for (const [dx, dy] of [
        [0.3, 0.36],
        [0.5, 0.24],
        [0.7, 0.38],
      ] as const)
        pen.circle(x + w * dx, y + h * dy, w * 0.13, lit(tints[dx > 0.5 ? 0 : 4] ?? '#c97f7a'))
    },
    (x: number, y: number, w: number, h: number) => {
      pen.rect(x, y, w, h, lit(tints[4] ?? '#c97f7a'))
      pen.path(d`M${x} ${y}h${w * 0.5}v${h * 0.6}h${-w * 0.5}z`, lit(tints[5] ?? '#5f7fa0'))
      pen.circle(x + w * 0.5, y + h * 0.6, w * 0.26, lit(tints[2] ?? '#f0c468'))
    },
  ]
  ;[350, 490, 630].forEach((x, at) => {
    const h = random.int(90, 140)
    pen.rect(x - 7, 123, 114, h + 14, lit('#c79a6b'))
    art[at % 3]?.(x, 130, 100, h)
  })
  pen.rect(770, 130, 160, 200, shade('#a9784f'))
  for (let row = 0; row < 3; row += 1) {
    for (let at = 0; at < 5; at += 1)
      pen.rect(
        780 + at * 29,
        152 + row * 62,
        20,
        32,
        lit(tints[(at + row * 2) % 6] ?? scheme.accent),
        'rx="3"',
      )
    pen.rect(766, 184 + row * 62, 168, 8, lit('#c79a6b'))
  }
  beams(scene, 80, 402, 2, 110)
  const cast = castOf(scene)
  const easel = (x: number, y: number, s: number, at: number) => {
    pen.line(
      d`M${x} ${y - 230 * s}L${x - 66 * s} ${y}M${x} ${y - 230 * s}L${x + 66 * s} ${y}M${x} ${y - 200 * s}V${y - 10}`,
      shade('#a9784f'),
      Math.round(9 * s),
    )
    art[at % 3]?.(x - 70 * s, y - 214 * s, 140 * s, 130 * s)
    pen.rect(x - 84 * s, y - 84 * s, 168 * s, 11 * s, lit('#c79a6b'))
  }
  easel(random.int(250, 290), 480, 0.8, 1)
  stand(scene, cast[1], 360, 490, 150, lit(tints[0] ?? scheme.accent))
  easel(random.int(640, 680), 470, 0.76, 2)
  stand(scene, cast[0], 750, 480, 146)
  easel(490, 584, 1.06, random.int(0, 2))
  stand(scene, cast[1], 620, 600, 196, lit('#f4efe4'))
  pen.path('M60 600q-10-60 10-90h90q20 30 10 90z', lit(scheme.roof))
  pen.line('M90 510l-14-70M110 510l4-86M130 510l22-72', shade('#a9784f'), 7, 'stroke-linecap="round"')
  pen.line('M76 440l-4-20M114 424v-22M152 438l8-18', lit(scheme.accent), 12, 'stroke-linecap="round"')
  plant(scene, grow(scene, 'shrub'), 870, 606, 120, leaves[1])
}

function theatre(scene: Scene) {
  const { pen, random, lit, shade, scheme } = scene
  const velvet = random.pick(['#a63d40', '#2f5f6b', '#7a3f5c', '#3f5f4f'])
  const wall = mix(shade(scheme.wall), '#2f2a48', 0.5)
  pen.rect(0, 0, 960, 600, pen.fade([mix(wall, '#1d2038', 0.3), wall]))
  pen.rect(
    170,
    70,
    620,
    340,
    pen.fade([mix(scene.mood.sky[0], '#24305a', 0.4), mix(scene.mood.sky[1], '#f2b37a', 0.3), '#fbe2b8']),
  )
  pen.circle(480, 260, 90, '#fff2cf', 'opacity=".85"')
  pen.path('M170 410V320Q280 250 380 310T560 290T790 330V410z', mix(scene.leaves[2], '#24305a', 0.35))
  pen.path('M170 410V360Q330 310 480 350T790 350V410z', mix(scene.leaves[1], '#24305a', 0.2))
  const cast = castOf(scene)
  for (const x of [330, 420, 500, 590, 650])
    stand(scene, cast[x % 20 === 10 ? 0 : 1], x + random.int(-12, 12), 410, random.int(104, 128))
  pen.path('M330 0L250 410H480zM640 0L500 410H730z', '#fff2cf', 'opacity=".16"')
  for (const way of [0, 1]) {
    pen.group(way === 1 ? 'transform="translate(960)scale(-1 1)"' : 'opacity="1"', () => {
      pen.path(
        'M120 60H320Q310 230 214 300Q236 350 230 416H120z',
        pen.fade([lit(velvet), mix(shade(velvet), '#1d2038', 0.35)], 'right'),
      )
      pen.line(
        'M150 64Q156 240 140 412M190 64Q196 230 170 412M230 64Q232 220 200 330M270 64Q268 190 220 292',
        '#1d2038',
        6,
        'opacity=".22"',
      )
      pen.path('M206 296l30 8l-4 14l-32-6z', lit('#e9b44c'))
    })
  }
  pen.path('M120 40H840V84q-45 30-90 0t-90 0t-90 0t-90 0t-90 0t-90 0t-90 0t-90 0z', lit(velvet))
  pen.path(
    'M120 84q45 30 90 0t90 0t90 0t90 0t90 0t90 0t90 0t90 0',
    'none',
    `stroke="${lit('#e9b44c')}" stroke-width="5"`,
  )
  pen.path('M90 0H870V44H90zM90 0H128V424H90zM832 0H870V424H832z', lit('#c79a6b'))
  pen.rect(70, 408, 820, 34, pen.fade([lit('#d8a871'), shade('#a9784f')]))
  const seats = lit(velvet)
  for (let row = 0; row < 3; row += 1) {
    const y = 492 + row * 52
    const s = 0.8 + row * 0.22
    for (let at = 0; at < 11 - row; at += 1) {
      const x = 40 + row * 20 + at * (92 + row * 10)
      if (random.chance(0.66)) {
        pen.circle(
          x + 28 * s,
          y - 26 * s,
          17 * s,
          lit(random.pick(['#2f2a2e', '#3d3030', '#4f3a31', '#6b4a36'])),
        )
        pen.path(
          d`M${x} ${y + 6}q0 ${-22 * s} ${28 * s} ${-22 * s}t${28 * s} ${22 * s}z`,
          lit(random.pick(['#e8734f', '#f2b84b', '#3f7d8c', '#f4efe4', '#6f9a72'])),
        )
      }
    }
    pen.line(
      d`M${20 + row * 14} ${y + 26}H950`,
      row % 2 === 0 ? seats : mix(seats, '#1d2038', 0.15),
      Math.round(48 * s),
      d`stroke-dasharray="${62 * s} ${30 + row * 6}"`,
    )
  }
}

/** Rooms of the arts: studio, theatre. */
export const artScenes: Readonly<Record<'arts', readonly Composition[]>> = {
  arts: [
    { name: 'studio', moods: indoors, draw: studio, shares: [3, 0, 0, 0, 1, 6] },
    { name: 'theatre', moods: indoors, draw: theatre, shares: [0, 2, 2, 0, 4, 0] },
  ],
}
