import { mix } from './drawing/colour.ts'
import { createRandom, hashText, type Random } from './random.ts'
import { createSketch, d, type Sketch } from './drawing/sketch.ts'

interface Crest {
  readonly pen: Sketch
  readonly random: Random
  /** The field, the charge and the accent. */
  readonly deep: string
  readonly pale: string
  readonly gold: string
}

const colours = [
  ['#1f4e5f', '#f6efdf', '#e6ad4a'],
  ['#8c2f39', '#fbf1e1', '#e3b25c'],
  ['#2d5d4b', '#f4f1df', '#e9bd62'],
  ['#31456f', '#f3f1ea', '#e48a5a'],
  ['#6a3d5b', '#f8ede4', '#e8b65a'],
  ['#b2552f', '#fff3e0', '#f3c969'],
  ['#24678d', '#f2f6f1', '#f0b54c'],
  ['#4b5d2c', '#f6f3de', '#d98b45'],
  ['#a63d40', '#f9f0e4', '#4b8a8c'],
  ['#1d3b53', '#eef3f0', '#6fb3a8'],
  ['#3b6e72', '#f7f0e0', '#f09f6b'],
  ['#54407c', '#f3eff6', '#e9b949'],
] as const

const fields: readonly ((crest: Crest) => void)[] = [
  ({ pen, deep, gold }) => {
    pen.path('M80 8L140 24V76Q140 126 80 152Q20 126 20 76V24z', deep)
    pen.path('M80 18L131 32V76Q131 119 80 141Q29 119 29 76V32z', 'none', `stroke="${gold}" stroke-width="3"`)
  },
  ({ pen, deep, pale }) => {
    pen.circle(80, 80, 72, deep)
    pen.circle(80, 80, 64, 'none', `stroke="${pale}" stroke-width="2"`)
    pen.circle(80, 80, 68, 'none', `stroke="${pale}" stroke-width="3" stroke-dasharray="1 6.1"`)
  },
  ({ pen, deep }) => pen.rect(12, 12, 136, 136, deep, 'rx="34"'),
  ({ pen, deep, gold }) => {
    pen.path('M80 6L144 43V117L80 154L16 117V43z', deep)
    pen.path('M80 17L134 48V112L80 143L26 112V48z', 'none', `stroke="${gold}" stroke-width="2"`)
  },
  ({ pen, deep, gold }) => {
    pen.path('M20 152V76a60 60 0 0 1 120 0v76z', deep)
    pen.path('M20 140h120v12H20z', gold)
  },
  ({ pen, deep, gold }) => {
    pen.path('M80 4L156 80L80 156L4 80z', deep, 'stroke-linejoin="round"')
    pen.path('M80 18L142 80L80 142L18 80z', 'none', `stroke="${gold}" stroke-width="2"`)
  },
  ({ pen, deep }) =>
    pen.path('M80 10Q116 4 134 36Q158 66 144 102Q132 146 86 150Q40 154 20 116Q2 76 26 40Q46 12 80 10z', deep),
  ({ pen, deep, gold }) => {
    pen.path('M30 14h100q0 14 14 18q-8 30-2 56q-6 40-62 64q-56-24-62-64q6-26-2-56q14-4 14-18z', deep)
    pen.path('M30 104q50 20 100 0q-14 28-50 44q-36-16-50-44z', gold)
  },
]

const rays = (count: number, inner: number, outer: number, cx: number, cy: number, half = false) => {
  let data = ''
  for (let at = 0; at < count; at += 1) {
    const turn = half ? Math.PI * (1 + at / (count - 1)) : (at / count) * Math.PI * 2
    const [x, y] = [Math.cos(turn), Math.sin(turn)]
    data += d`M${cx + x * inner} ${cy + y * inner}L${cx + x * outer} ${cy + y * outer}`
  }
  return data
}

const charges: readonly ((crest: Crest) => void)[] = [
  ({ pen, pale, gold }) => {
    pen.path('M80 62Q62 50 38 54V100Q62 96 80 108Q98 96 122 100V54Q98 50 80 62z', pale)
    pen.line('M80 62V106M48 66q14-1 24 5M48 80q14-1 24 5M112 66q-14-1-24 5M112 80q-14-1-24 5', gold, 3)
  },
  ({ pen, pale, gold }) => {
    pen.path('M80 34Q118 62 110 92Q102 116 80 118Q58 116 50 92Q42 62 80 34z', pale)
    pen.line('M80 48V128M80 74L98 62M80 74L62 62M80 96L102 82M80 96L58 82', gold, 4, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    pen.line('M34 104Q80 34 126 104M34 104H126', pale, 7)
    pen.line('M54 82V104M67 71V104M80 68V104M93 71V104M106 82V104', pale, 3)
    pen.line('M38 118q10-8 21 0t21 0t21 0t21 0', gold, 5, 'stroke-linecap="round"')
  },
  ({ pen, random, pale, gold }) => {
    const points = random.pick([5, 6, 8])
    let data = ''
    for (let at = 0; at < points * 2; at += 1) {
      const r = at % 2 === 0 ? 46 : points === 5 ? 19 : 24
      const turn = (at / points) * Math.PI - Math.PI / 2
      data += (at === 0 ? 'M' : 'L') + d`${80 + Math.cos(turn) * r} ${80 + Math.sin(turn) * r}`
    }
    pen.path(`${data}z`, pale)
    pen.circle(80, 80, 11, gold)
  },
  ({ pen, pale, gold }) => {
    pen.path('M30 92q14-26 32-10q12-40 46-26q-18 6-14 22q10 14 36 8q-8 30-50 30T30 92z', pale)
    pen.line('M38 124q14-10 28 0t28 0t28 0', gold, 5, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    pen.path('M80 28L110 66L80 112L50 66z', pale)
    pen.path('M80 28L110 66H50z', gold)
    pen.line('M80 30V110M80 112q18 8 4 16t6 14', pale, 3, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    pen.circle(80, 64, 21, gold)
    pen.line(rays(9, 28, 38, 80, 66, true), gold, 5, 'stroke-linecap="round"')
    pen.path('M32 110L62 74L82 96L98 80L128 110z', pale)
    pen.line('M44 122H116', pale, 5, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    pen.path('M64 118V62h32v56zM58 62L80 32L102 62z', pale)
    pen.circle(80, 76, 9, gold)
    pen.path('M74 118v-14a6 6 0 0 1 12 0v14z', gold)
    pen.path('M40 118V88h18v30zM102 118V88h18v30z', pale, 'opacity=".75"')
  },
  ({ pen, pale, gold }) => {
    pen.line('M80 122V74M80 96L62 80M80 90L100 74', gold, 6, 'stroke-linecap="round"')
    pen.path(
      'M80 34q14 0 18 12q16 0 16 16q8 16-10 20q-10 8-24 2q-14 6-24-2q-18-4-10-20q0-16 16-16q4-12 18-12z',
      pale,
    )
    pen.line('M54 124H106', gold, 5, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    pen.circle(80, 80, 40, 'none', `stroke="${pale}" stroke-width="5"`)
    pen.path('M80 38L92 80L80 122L68 80z', pale)
    pen.path('M80 38L92 80H68z', gold)
    pen.line('M38 80H52M108 80H122', pale, 5)
  },
  ({ pen, pale, gold }) => {
    pen.path('M40 98H120L108 118H52z', gold)
    pen.path('M76 34V92H44Q50 54 76 34zM84 44Q112 60 114 92H84z', pale)
    pen.line('M40 126q10-7 20 0t20 0t20 0t20 0', pale, 4, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    for (const turn of [0, 72, 144, 216, 288])
      pen.path('M80 78Q58 58 66 38Q80 28 94 38Q102 58 80 78z', pale, `transform="rotate(${turn} 80 80)"`)
    pen.circle(80, 80, 10, gold)
  },
  ({ pen, pale, gold }) => {
    for (const [x, y, tint] of [
      [66, 70, pale],
      [94, 70, gold],
      [80, 94, pale],
    ] as const)
      pen.circle(x, y, 24, 'none', `stroke="${tint}" stroke-width="7"`)
  },
  ({ pen, pale, gold }) => {
    pen.path('M80 28Q106 54 92 74Q86 82 80 82Q66 80 66 66Q70 54 78 58Q72 42 80 28z', gold)
    pen.path('M60 86h40l-8 12H68zM70 100h20l-6 32h-8z', pale)
  },
  ({ pen, pale, gold }) => {
    pen.path('M80 120L36 66A58 58 0 0 1 124 66z', pale)
    pen.line('M80 120L48 56M80 120L64 50M80 120V48M80 120L96 50M80 120L112 56', gold, 3)
    pen.circle(80, 120, 6, gold)
  },
  ({ pen, pale, gold }) => {
    pen.path('M36 64L80 46L124 64L80 82z', pale)
    pen.path('M56 78V98Q80 114 104 98V78L80 88z', pale, 'opacity=".8"')
    pen.line('M116 68V98', gold, 4, 'stroke-linecap="round"')
    pen.circle(116, 102, 6, gold)
  },
  ({ pen, pale, gold }) => {
    pen.path('M80 118Q40 104 36 60Q64 62 80 92Q96 62 124 60Q120 104 80 118z', pale)
    pen.path('M80 92Q66 64 80 36Q94 64 80 92z', gold)
  },
  ({ pen, pale, gold }) => {
    pen.path('M44 112V80a36 36 0 0 1 72 0v32h-14V82a22 22 0 0 0-44 0v30z', pale)
    pen.path('M68 112V86a12 12 0 0 1 24 0v26z', gold)
    pen.line('M36 118H124', pale, 6, 'stroke-linecap="round"')
  },
  ({ pen, pale, gold }) => {
    pen.line('M44 96L64 56L90 74L118 50M64 56L72 108L90 74L108 104', pale, 3)
    for (const [x, y] of [
      [44, 96],
      [64, 56],
      [90, 74],
      [118, 50],
      [72, 108],
      [108, 104],
    ] as const)
      pen.circle(x, y, x === 90 ? 9 : 6, x === 90 ? gold : pale)
  },
  ({ pen, pale, gold }) => {
    pen.path('M36 96Q62 96 78 74Q92 44 124 44Q112 54 116 62Q108 100 76 106L58 118Q62 106 36 96z', pale)
    pen.path('M78 76Q92 78 104 66Q98 90 76 92z', gold)
  },
]

function design(seed: string) {
  const random = createRandom(seed)
  // Neighbours by number (the schools of one city) step through the charges, so they never share one.
  const [, stem = seed, number = '0'] = /^(.*?)-?(\d{1,6})$/.exec(seed) ?? []
  const place = hashText(stem) + Number(number)
  const charge = charges[place % charges.length]
  const field = fields[(place * 3 + Math.floor(place / charges.length)) % fields.length]
  const tints = colours[(place * 5 + Math.floor(place / charges.length)) % colours.length]
  if (!charge || !field || !tints) throw new RangeError('empty design table')
  return { random, charge, field, tints }
}

/** A crest without letters, 160 by 160. */
export function drawLogo(seed: string): string {
  const { random, charge, field, tints } = design(seed)
  const pen = createSketch(160, 160)
  pen.rect(0, 0, 160, 160, tile(tints[0]))
  const crest = { pen, random, deep: tints[0], pale: tints[1], gold: tints[2] }
  pen.group('transform="translate(9 9)scale(.89)"', () => {
    field(crest)
    pen.group('transform="translate(12 10)scale(.85)"', () => charge(crest))
  })
  return pen.finish()
}

/** The colour of the tile behind a crest. */
export function logoColour(seed: string): string {
  return tile(design(seed).tints[0])
}

function tile(deep: string): string {
  return mix('#fbf9f4', deep, 0.1)
}
