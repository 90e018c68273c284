import { mix } from './colour.ts'
import type { Random } from '../random.ts'
import type { Scene } from './scene.ts'
import { d } from './sketch.ts'

/** A point in pixels. */
export type Point = readonly [number, number]

/** One bend from a place (whole pixels) over a control point to an end, with relative numbers, which are shorter. */
function bend(from: Point, control: Point, end: Point): string {
  return d`q${control[0] - from[0]} ${control[1] - from[1]} ${end[0] - from[0]} ${end[1] - from[1]}`
}

function middle(a: Point, b: Point): Point {
  return [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)]
}

/** A smooth open line through the middle of each pair of points, as path data. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let from: Point = [Math.round(first[0]), Math.round(first[1])]
  let data = d`M${from[0]} ${from[1]}`
  rest.forEach((point, at) => {
    const next = rest[at + 1]
    const end = next === undefined ? middle(point, point) : middle(point, next)
    data += bend(from, point, end)
    from = end
  })
  return data
}

/** A soft closed shape around a middle: `count` bumps, each off the oval by up to `wobble` (0 to 1). */
export function blob(
  random: Random,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  count = 8,
  wobble = 0.16,
): string {
  const points: Point[] = []
  const turn = random.float(0, Math.PI)
  for (let at = 0; at < count; at += 1) {
    const angle = turn + (at / count) * Math.PI * 2
    const reach = 1 + random.float(-wobble, wobble) + 0.06
    points.push([cx + Math.cos(angle) * rx * reach, cy + Math.sin(angle) * ry * reach])
  }
  const at = (index: number): Point => points[index % count] ?? [cx, cy]
  let from = middle(at(0), at(1))
  let data = d`M${from[0]} ${from[1]}`
  for (let index = 1; index <= count; index += 1) {
    const end = middle(at(index), at(index + 1))
    data += bend(from, at(index), end)
    from = end
  }
  return `${data}z`
}

/** The sky down to the horizon, with a sun or moon and its glow, and stars at night. */
export function sky(scene: Scene, horizon: number, sun?: { x: number; y: number; r: number }): void {
  const { pen, mood, random } = scene
  pen.rect(0, 0, pen.width, horizon + 2, pen.fade(mood.sky))
  if (mood.name === 'night') {
    let stars = ''
    for (let at = 0; at < 26; at += 1) {
      const size = random.int(2, 4)
      stars += d`M${random.int(10, pen.width)} ${random.int(8, horizon * 0.6)}h${size}v${size}h-${size}z`
    }
    pen.path(stars, '#fdf3d3', 'opacity=".7"')
  }
  if (sun === undefined || mood.name === 'rain') return
  pen.circle(sun.x, sun.y, sun.r * 4.5, pen.glow(mood.sun, 0.5))
  pen.circle(sun.x, sun.y, sun.r, mood.sun)
}

/** Long flat clouds, more of them to the right of `x`. */
export function clouds(scene: Scene, count: number, top: number, bottom: number): void {
  const { pen, random, mood } = scene
  const fill = mix(mood.sun, mood.sky[1], mood.name === 'night' ? 0.85 : 0.3)
  for (let at = 0; at < count; at += 1) {
    const x = ((at + random.float(0.1, 0.7)) / count) * pen.width
    const y = random.int(top, bottom)
    const w = random.int(90, 190)
    const h = random.int(16, 24)
    const bar = (left: number, up: number, width: number) =>
      d`M${x + left} ${y - up}h${width}a${h / 2} ${h / 2} 0 0 1 0 ${h}h${-width}a${h / 2} ${h / 2} 0 0 1 0 ${-h}`
    pen.path(
      bar(0, 0, w) + bar(w * 0.25, h * 0.8, w * 0.42) + bar(w * 0.5, -h * 0.7, w * 0.6),
      fill,
      'opacity=".62"',
    )
  }
}

/** A ridge over the whole width, filled down to `bottom`. */
export function ridge(
  scene: Scene,
  y: number,
  height: number,
  fill: string,
  bottom: number,
  peaks = 5,
): void {
  const { pen, random } = scene
  const points: Point[] = [[-20, y - random.int(0, height / 2)]]
  for (let at = 0; at <= peaks; at += 1) {
    const up = at % 2 === 0 ? random.float(0.45, 1) : random.float(0, 0.35)
    points.push([((at + random.float(0.2, 0.8)) / (peaks + 1)) * pen.width, y - up * height])
  }
  points.push([pen.width + 20, y - random.int(0, height / 2)])
  pen.path(`${curve(points)}V${bottom}H-20z`, fill)
}

/** Two or three ridges, the nearer the less haze. */
export function hills(scene: Scene, y: number, height: number, layers = 3): void {
  for (let at = 0; at < layers; at += 1) {
    const share = at / layers
    const colour = scene.far(scene.mood.leaves[2], 0.8 - share * 0.42)
    ridge(scene, y - (1 - share) * height * 0.35, height * (0.75 - share * 0.4), colour, y + 40, 4 + at)
  }
}

/** Water between two heights, with glints. */
export function water(scene: Scene, top: number, bottom: number, glints = 12): void {
  const { pen, mood, random, lit } = scene
  const deep = mix(lit('#4f93a3'), mood.sky[0], 0.35)
  pen.rect(0, top, pen.width, bottom - top, pen.fade([mix(deep, mood.haze, 0.62), deep]))
  ripples(scene, top, bottom, glints, mix(mood.sun, mood.sky[2], 0.3), random)
}

/** Short bright strokes that lie on water. */
export function ripples(
  scene: Scene,
  top: number,
  bottom: number,
  count: number,
  colour: string,
  random = scene.random,
): void {
  let data = ''
  for (let at = 0; at < count; at += 1) {
    const depth = random.next()
    const y = top + 6 + depth * (bottom - top - 12)
    const length = 16 + depth * random.int(20, 90)
    data += d`M${random.int(-20, scene.pen.width)} ${y}h${length}`
  }
  scene.pen.line(data, colour, 3, 'stroke-linecap="round" opacity=".5"')
}

/** A few birds far away. */
export function birds(scene: Scene, x: number, y: number, count = 4): void {
  const { random, pen, mood } = scene
  let data = ''
  for (let at = 0; at < count; at += 1) {
    const s = random.int(6, 10)
    data += d`M${x + at * 24 + random.int(-8, 8)} ${y + random.int(-22, 22)}q${s / 2} ${-s} ${s} 0q${s / 2} ${-s} ${s} 0`
  }
  pen.line(data, mix(mood.dim, '#3a4460', 0.4), 2, 'stroke-linecap="round" opacity=".7"')
}

/** Falling rain over the whole sheet. */
export function rain(scene: Scene, count = 60): void {
  const { random, pen } = scene
  let data = ''
  for (let at = 0; at < count; at += 1) {
    data += d`M${random.int(0, pen.width + 60)} ${random.int(-20, pen.height)}l-7 30`
  }
  pen.line(data, '#f2f6f4', 1.5, 'opacity=".45"')
}

/** Grass blades and flowers along the lower edge. */
export function meadow(scene: Scene, y: number, count: number, colour: string): void {
  const { random, pen, scheme, lit } = scene
  let blades = ''
  for (let at = 0; at < count; at += 1) {
    const x = random.int(0, pen.width)
    const h = random.int(16, 46)
    blades += d`M${x} ${y + random.int(0, 40)}q2 ${-h / 2} ${random.int(-12, 12)} ${-h}q6 ${h / 2} 4 ${h}z`
  }
  pen.path(blades, colour)
  let petals = ''
  for (let at = 0; at < count / 2; at += 1) {
    petals += d`M${random.int(0, pen.width)} ${y + random.int(-22, 24)}a4 4 0 1 0 8 0a4 4 0 1 0-8 0`
  }
  pen.path(petals, lit(random.pick(['#fbe7a1', '#f6c9c4', '#fff5e2', scheme.accent])))
}
