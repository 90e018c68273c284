import { mix } from './colour.ts'
import { blob } from './nature.ts'
import type { Scene } from './scene.ts'
import { d, short } from './sketch.ts'

/** Kinds of trees; each is drawn 100 high with its foot at the origin. */
export type TreeKind =
  'round' | 'broad' | 'poplar' | 'pine' | 'palm' | 'ginkgo' | 'willow' | 'shrub' | 'kapok'

const dark = '#1d2f4a'

function crown(scene: Scene, cx: number, cy: number, rx: number, ry: number) {
  const { pen, random } = scene
  const outline = blob(random, cx, cy, rx, ry, 13, 0.12)
  pen.path(outline, '')
  pen.path(outline, dark, 'opacity=".22"')
  pen.path(blob(random, cx - rx * 0.13, cy - ry * 0.14, rx * 0.8, ry * 0.76, 11, 0.13), '')
  const dabs = (count: number, left: number, right: number, top: number, bottom: number) => {
    let data = ''
    for (let at = 0; at < count; at += 1) {
      data += d`M${cx + random.float(left, right) * rx} ${cy + random.float(top, bottom) * ry}q4-4 8-1q-4 4-8 1z`
    }
    return data
  }
  pen.path(dabs(6, -0.75, 0.15, -0.75, 0.05), '#fff9d8', 'opacity=".28"')
  pen.path(dabs(4, -0.3, 0.6, 0.1, 0.75), dark, 'opacity=".22"')
}

/** One crown drawn once and put several times: x, y, and its share of the size across and upwards. */
function crowns(scene: Scene, places: readonly (readonly [number, number, number, number])[]) {
  const { pen } = scene
  const id = pen.define(() => crown(scene, 0, 0, 32, 32))
  for (const [x, y, across, up] of places) {
    pen.use(id, `transform="translate(${x} ${y})scale(${short(across)} ${short(up)})"`)
  }
}

function trunk(scene: Scene, width: number, top: number) {
  const w = width / 2
  const bark = scene.shade('#8a6a55')
  scene.pen.path(d`M${-w} 0Q${-w / 2} ${top / 2} ${-w / 2} ${top}h${w}Q${w / 2} ${top / 2} ${w} 0z`, bark)
}

function palm(scene: Scene) {
  const { pen, random } = scene
  pen.path('M-3 0Q2-40-2-76h4Q8-40 4 0z', scene.shade('#a58a6d'))
  const fronds = [-165, -140, -110, -70, -38, -12, 20]
  for (const angle of fronds) {
    const turn = ((angle + random.int(-8, 8)) * Math.PI) / 180
    const reach = random.int(28, 38)
    const x = Math.cos(turn) * reach
    const y = Math.sin(turn) * reach * 0.6 - 76
    const droop = y + 12 + Math.abs(x) * 0.3
    pen.path(d`M0-76Q${x * 0.5} ${y - 12} ${x} ${droop}Q${x * 0.4} ${y} 0-74z`, '')
  }
  pen.path('M0-76Q-14-92-28-78Q-12-84 0-74z', '#fff9d8', 'opacity=".3"')
}

function pine(scene: Scene) {
  const { pen, random } = scene
  pen.path('M-4 0Q4-30-4-52Q-8-70 2-92l4 2Q2-70 4-52Q10-30 4 0z', scene.shade('#7b5d4e'))
  const tiers = [
    [-16, -48, 24],
    [18, -60, 24],
    [-10, -74, 22],
    [6, -92, 24],
  ] as const
  for (const [x, y, rx] of tiers) {
    const left = x - rx - random.int(0, 4)
    pen.path(
      d`M${left} ${y + 5}q${rx * 0.4}-17 ${rx}-15q${rx * 0.8} 0 ${rx + 3} 15q${-rx} 6 ${-rx * 2} 0z`,
      '',
    )
    pen.path(
      d`M${left + 3} ${y + 2}q${rx * 0.5}-13 ${rx}-12q-${rx * 0.5} 4-${rx * 0.6} 12z`,
      '#fff9d8',
      'opacity=".2"',
    )
  }
}

function willow(scene: Scene) {
  const { pen, random } = scene
  trunk(scene, 9, -60)
  pen.path(blob(random, 0, -74, 36, 22, 9, 0.1), '')
  let strands = ''
  for (let x = -40; x <= 40; x += 10) {
    strands += d`M${x} ${-70 - random.int(0, 8)}q${x > 0 ? 4 : -4} 26 ${random.int(-3, 3)} ${random.int(36, 58)}q-6-18-7-52z`
  }
  pen.path(strands, '')
  pen.path(blob(random, -10, -82, 20, 11, 7, 0.14), '#fff9d8', 'opacity=".25"')
}

function kapok(scene: Scene) {
  const { pen, random } = scene
  const bark = scene.shade('#9a8272')
  pen.path('M-4 0Q-2-40-1-96h2Q2-40 4 0z', bark)
  let arms = ''
  let flowers = ''
  for (let tier = 0; tier < 6; tier += 1) {
    const y = -34 - tier * 11
    const way = tier % 2 === 0 ? -1 : 1
    const reach = (46 - tier * 5) * way
    arms += d`M0 ${y}q${reach * 0.5} ${-2} ${reach} ${-15}M${reach * 0.5} ${y - 5}q${reach * 0.2}-8 ${reach * 0.22}-15`
    for (let at = 0; at < 12; at += 1) {
      flowers += d`M${reach * random.float(0.2, 1.15)} ${y - random.int(2, 24)}l1.6-2l2 1l.4 2.2l-2.4 1z`
    }
  }
  pen.line(arms, bark, 1.8, 'stroke-linecap="round"')
  pen.path(flowers, '', 'stroke-linejoin="round"')
}

const draws: Readonly<Record<TreeKind, (scene: Scene) => void>> = {
  round(scene) {
    trunk(scene, 8, -50)
    crown(scene, 0, -66, 32, 32)
  },
  broad(scene) {
    trunk(scene, 12, -46)
    scene.pen.line('M0-26Q-10-40-20-46M0-30Q10-42 20-48', scene.shade('#8a6a55'), 4)
    crowns(scene, [
      [-24, -58, 0.88, 0.7],
      [24, -60, -0.88, 0.66],
      [0, -76, 1, 0.76],
    ])
  },
  poplar(scene) {
    trunk(scene, 5, -16)
    scene.pen.path('M0-100Q18-60 15-32Q12-8 0-8Q-12-8-15-32Q-18-60 0-100z', '')
    scene.pen.path('M0-100Q18-60 15-32Q12-8 0-8Q6-50 0-100z', dark, 'opacity=".16"')
  },
  pine,
  palm,
  ginkgo(scene) {
    trunk(scene, 9, -70)
    scene.pen.line('M0-40Q-10-52-18-58M0-46Q10-56 17-64', scene.shade('#8a6a55'), 3)
    crowns(scene, [
      [-14, -52, 0.7, 0.5],
      [15, -56, -0.66, 0.53],
      [0, -76, 0.66, 0.76],
    ])
  },
  willow,
  shrub(scene) {
    const { pen, random } = scene
    const h = random.int(78, 96)
    const outline = d`M-70 0Q-78-46-40-56Q-20-${h} 8-74Q40-${h} 52-50Q82-40 72 0z`
    pen.path(outline, '')
    pen.path(outline, dark, 'opacity=".18"')
    pen.path(d`M-66 0Q-72-42-40-50Q-22-${h - 6} 4-64Q24-74 30-44Q50-30 44 0z`, '')
    pen.line(
      'M-40-16q6 5 12 0M-14-38q6 5 12 0M6-14q6 5 12 0M40-30q6 5 12 0',
      dark,
      2,
      'opacity=".2" stroke-linecap="round"',
    )
  },
  kapok,
}

/** Draws a kind once; the answer is the id for `plant`. */
export function grow(scene: Scene, kind: TreeKind): string {
  return scene.pen.define(() => {
    scene.pen.oval(20, 0, 36, 5, dark, 'opacity=".16"')
    draws[kind](scene)
  })
}

/** Puts a grown tree with its foot at x, y, that many pixels high. */
export function plant(scene: Scene, id: string, x: number, y: number, height: number, fill?: string): void {
  const colour = fill ?? scene.random.pick(scene.crowns)
  scene.pen.use(id, d`transform="translate(${x} ${y})` + `scale(${short(height / 100)})" fill="${colour}"`)
}

/** A row of trees from one place to another; sizes and colours vary a little. */
export function plantRow(
  scene: Scene,
  id: string,
  row: { from: number; to: number; y: number; height: number; count: number; distance?: number },
): void {
  for (let at = 0; at < row.count; at += 1) {
    const step = (row.to - row.from) / Math.max(1, row.count - 1)
    const x = row.from + at * step + scene.random.float(-0.18, 0.18) * step
    const colour = mix(scene.random.pick(scene.crowns), scene.mood.haze, row.distance ?? 0)
    plant(scene, id, x, row.y, row.height * scene.random.float(0.86, 1.14), colour)
  }
}

/** A clipped hedge. */
export function hedge(scene: Scene, x: number, y: number, width: number, height: number): void {
  const top = scene.leaves[1]
  scene.pen.rect(x, y - height, width, height, mix(top, dark, 0.16), `rx="${Math.round(height / 3)}"`)
  scene.pen.rect(x, y - height, width, height * 0.5, top, `rx="${Math.round(height / 4)}"`)
}
