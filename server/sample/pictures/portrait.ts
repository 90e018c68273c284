import { mix } from './drawing/colour.ts'
import { createRandom, type Random } from './random.ts'
import { createSketch, d, type Sketch } from './drawing/sketch.ts'

interface Sitter {
  readonly pen: Sketch
  readonly random: Random
  readonly skin: string
  readonly hair: string
  readonly cloth: string
  readonly second: string
  readonly ground: string
}

const grounds = [
  '#f3dcc0',
  '#cfe0d8',
  '#d7dff0',
  '#f2d3c6',
  '#e6e0c9',
  '#c9dbe6',
  '#ead6e0',
  '#dbe5c4',
  '#f5e3b5',
  '#d9d3e6',
]
const skins = ['#f6d3b1', '#f3caa5', '#f0c49c', '#e8b88f', '#dca67c', '#b98560']
const black = '#2b2629'
const grey = '#8f8a86'
const hairs = [black, '#3a2d2b', '#51392f', '#232a38', '#2f2a30', '#6b4a36', grey, '#4a3a3a']
const clothes = [
  '#35607a',
  '#c2563f',
  '#3f7d6c',
  '#e0a13c',
  '#5b5a8c',
  '#8a4a5e',
  '#f4efe3',
  '#6f8f5a',
  '#2f3d57',
  '#d98f7a',
]
const dark = '#1d2438'

/** Whether a seed names a graduate, such as `m-4403-7-g2`: too young for grey hair. */
const isGraduate = (seed: string) => /-g\d+$/.test(seed)

/** The sitter's choices, in the order the drawing and the colour both read them. */
function sit(seed: string): Sitter {
  const random = createRandom(seed)
  const ground = random.pick(grounds)
  const skin = random.pick(skins)
  const hair = random.pick(hairs)
  return {
    pen: createSketch(240, 240),
    random,
    ground,
    skin,
    hair: hair === grey && isGraduate(seed) ? black : hair,
    cloth: random.pick(clothes),
    second: random.pick(clothes),
  }
}

const backdrops: readonly ((sitter: Sitter) => void)[] = [
  ({ pen, ground }) => pen.circle(120, 118, 92, mix(ground, '#ffffff', 0.45)),
  ({ pen, ground }) => pen.path('M40 240V110a80 80 0 0 1 160 0v130z', mix(ground, '#ffffff', 0.4)),
  ({ pen, ground, second }) => pen.circle(184, 66, 46, mix(ground, second, 0.4)),
  ({ pen, ground, second }) => pen.path('M0 170Q70 110 130 150T240 120V240H0z', mix(ground, second, 0.3)),
  ({ pen, ground }) => pen.path('M240 0V240H0z', mix(ground, '#ffffff', 0.4)),
  ({ pen, ground, second }) => {
    pen.path(
      'M20 240Q-6 150 40 90Q66 150 54 240zM64 240Q50 180 20 140zM220 240Q246 150 200 90Q174 150 186 240z',
      mix(ground, second, 0.35),
    )
  },
  ({ pen, ground }) => pen.line('M0 54H240M0 108H240M0 162H240', mix(ground, '#ffffff', 0.45), 20),
  ({ pen, ground, second }) => pen.path('M0 0H240V150Q180 190 120 150T0 150z', mix(ground, second, 0.28)),
]

const backs: readonly ((sitter: Sitter) => void)[] = [
  () => {},
  ({ pen, hair }) => pen.path('M70 96Q66 44 120 44T170 96Q182 150 172 176H68Q58 150 70 96z', hair),
  ({ pen, hair }) =>
    pen.path('M72 100Q66 46 120 46T168 100Q176 134 166 150Q150 158 120 156T74 150Q64 134 72 100z', hair),
  ({ pen, hair }) => pen.circle(120, 40, 24, hair),
  ({ pen, hair }) => pen.path('M150 60Q208 70 196 132Q192 168 176 176Q182 140 158 108z', hair),
  ({ pen, hair }) =>
    pen.path(
      'M64 118Q40 100 60 74Q62 36 104 42Q140 22 160 50Q196 56 182 92Q200 126 172 150Q150 160 120 150T72 150Q48 144 64 118z',
      hair,
    ),
  ({ pen, hair }) =>
    pen.path('M86 70Q66 100 66 206Q86 214 96 160zM154 70Q174 100 174 206Q154 214 144 160z', hair),
  ({ pen, hair }) =>
    pen.path(
      'M72 92Q60 140 80 168Q60 176 56 196Q120 214 184 196Q180 176 160 168Q180 140 168 92Q160 46 120 46T72 92z',
      hair,
    ),
]

const fronts: readonly ((sitter: Sitter) => void)[] = [
  ({ pen, hair }) =>
    pen.path('M82 108Q74 50 122 48Q170 50 158 108Q156 84 140 74Q116 84 96 76Q86 86 82 108z', hair),
  ({ pen, hair }) =>
    pen.path('M80 104Q72 54 116 50Q168 46 160 104Q152 78 128 72Q100 72 88 84Q82 92 80 104z', hair),
  ({ pen, hair }) => pen.path('M80 100Q76 50 120 48T160 100Q150 92 146 88H94Q88 92 80 100z', hair),
  ({ pen, hair }) => pen.path('M80 112Q70 56 116 46Q170 44 162 112Q160 82 126 62Q116 86 82 96z', hair),
  ({ pen, hair }) =>
    pen.path(
      'M78 108Q68 74 84 60Q104 36 138 46Q172 48 166 82Q168 100 160 110Q158 90 150 80Q112 84 104 66Q98 84 86 88z',
      hair,
    ),
  ({ pen, hair }) => pen.path('M84 82Q92 54 120 54T156 82Q140 66 120 66T84 82z', hair),
  ({ pen, hair }) =>
    pen.path(
      'M80 106Q70 84 80 70Q78 52 98 54Q108 38 124 48Q144 38 152 56Q170 60 160 78Q168 92 160 106Q156 88 146 84Q132 90 122 80Q108 90 98 82Q84 88 80 106z',
      hair,
    ),
]

/** Backs and fronts of hair that belong together. */
const cuts: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 1],
  [0, 4],
  [0, 5],
  [0, 6],
  [0, 3],
  [2, 2],
  [2, 3],
  [2, 0],
  [1, 2],
  [1, 3],
  [1, 0],
  [3, 3],
  [3, 2],
  [4, 1],
  [4, 3],
  [5, 6],
  [5, 4],
  [6, 2],
  [7, 3],
  [7, 4],
]

const collars: readonly ((sitter: Sitter) => void)[] = [
  ({ pen, second }) =>
    pen.path('M94 176L120 206L146 176L158 184L132 224L120 208L108 224L82 184z', mix(second, '#ffffff', 0.55)),
  ({ pen, second, cloth }) => {
    pen.path('M96 174L120 240L144 174z', mix(second, '#ffffff', 0.72))
    pen.path('M114 196h12l5 44h-22z', second)
    pen.path('M96 174L84 186L112 240H118zM144 174L156 186L128 240H122z', mix(cloth, dark, 0.25))
  },
  ({ pen, cloth }) =>
    pen.path('M90 178Q120 206 150 178L154 188Q120 222 86 188z', mix(cloth, '#ffffff', 0.35)),
  ({ pen, cloth, second }) => {
    pen.path('M92 172h56v20Q120 206 92 192z', mix(cloth, dark, 0.18))
    pen.circle(120, 222, 5, second)
  },
  ({ pen, second }) =>
    pen.path(
      'M82 184Q120 214 158 184Q166 220 132 232L120 240L108 228Q74 216 82 184z',
      second,
      'opacity=".9"',
    ),
  ({ pen, skin, second }) => {
    pen.path('M92 174L120 218L148 174z', mix(skin, dark, 0.1))
    pen.line('M94 178Q120 226 146 178', second, 4)
  },
]

/** Hair that suits the sitter: short for `m-` seeds, long for `w-` seeds, any for others. */
function cutsOf(seed: string): typeof cuts {
  const sitter = /^([mw])-/.exec(seed)?.[1]
  return sitter === undefined ? cuts : cuts.filter(([back]) => (back === 0) === (sitter === 'm'))
}

/** An abstract head and shoulders, 240 by 240; a seed that begins with `m-` or `w-` names a man or a woman. */
export function drawPortrait(seed: string): string {
  const sitter = sit(seed)
  const { pen, random, skin, cloth, ground } = sitter
  pen.rect(0, 0, 240, 240, ground)
  random.pick(backdrops)(sitter)
  const tilt = random.int(-4, 4)
  const wide = random.int(34, 40)
  const [back, front] = random.pick(cutsOf(seed))
  pen.group(`transform="rotate(${tilt} 120 200)"`, () => {
    backs[back]?.(sitter)
    pen.path(d`M${30 - wide / 4} 262Q${38} 186 88 178Q120 170 152 178Q202 186 ${210 + wide / 4} 262z`, cloth)
    pen.path('M152 178Q202 186 219 262H166Q170 200 152 178z', dark, 'opacity=".14"')
    pen.path('M103 134h34v40q-17 26-34 0z', mix(skin, '#8a4a3a', 0.18))
    random.pick(collars)(sitter)
    pen.path(d`M${120 - wide} 96q0-44 ${wide}-44t${wide} 44q2 58-${wide} 60q${-wide}-2-${wide}-60z`, skin)
    pen.path(d`M128 54q${wide - 8} 6 ${wide - 8} 44q0 54-${wide} 58q26-40 8-102z`, '#8a4a3a', 'opacity=".12"')
    fronts[front]?.(sitter)
    if (random.chance(0.34)) {
      const frame = random.pick(['#2f2c38', '#8a5a3c', '#35607a'])
      const lens = random.pick([
        'M92 104a11 11 0 1 0 22 0a11 11 0 1 0-22 0M126 104a11 11 0 1 0 22 0a11 11 0 1 0-22 0',
        'M91 97h24v14h-24zM125 97h24v14h-24z',
      ])
      pen.path(lens, '#ffffff', `fill-opacity=".3" stroke="${frame}" stroke-width="3.5"`)
      pen.line('M114 103h12', frame, 3.5)
    }
    if (back === 0 && seed.startsWith('m-') && random.chance(0.25))
      pen.path('M106 130q14 10 28 0q-4 18-14 18t-14-18z', '#8a4a3a', 'opacity=".22"')
  })
  return pen.finish(random.chance(0.5))
}

/** The background colour of a portrait. */
export function portraitColour(seed: string): string {
  return sit(seed).ground
}
