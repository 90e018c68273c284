import type { Scene } from './scene.ts'
import { d, short } from './sketch.ts'

const skins = ['#f0c8a0', '#e6b98f', '#d6a27c', '#b98562']
const hairs = ['#2f2a2e', '#3d3030', '#4f3a31']
const clothes = ['#e8734f', '#f2b84b', '#3f7d8c', '#f4efe4', '#5a6ea8', '#c9566a', '#6f9a72', '#8a6aa0']

/** Two figures, 100 high with the feet at the origin; the clothes take the colour of the `use`. */
export function castOf(scene: Scene): readonly [string, string] {
  const { pen, lit, random } = scene
  const trousers = lit(random.pick(['#3f4560', '#4d4a55', '#2f4a5a']))
  const skin = lit(random.pick(skins))
  const hair = lit(random.pick(hairs))
  const head = () => {
    pen.circle(0, -86, 10, skin)
    pen.path('M-11-86Q-12-98 0-98Q12-98 11-85Q4-92-4-91Q-9-90-11-86z', hair)
  }
  const shadow = () => pen.oval(0, 0, 28, 5, '#1d2f4a', 'opacity=".2"')
  const walking = pen.define(() => {
    shadow()
    pen.line('M-2-38L-13 0M3-38L14-2', trousers, 9, 'stroke-linecap="round"')
    pen.path('M-14-64Q-14-75 0-75Q14-75 14-64L11-34H-11z', '')
    pen.line('M-12-66L-18-42M12-66L20-44', skin, 6, 'stroke-linecap="round"')
    pen.path('M8-72q12 2 11 16l-9 8z', trousers, 'opacity=".7"')
    head()
  })
  const standing = pen.define(() => {
    shadow()
    pen.line('M-5-30V0M5-30V0', skin, 8, 'stroke-linecap="round"')
    pen.path('M-12-66Q-12-75 0-75Q12-75 12-66L17-24H-17z', '')
    pen.line('M-12-66L-15-40M12-66L15-40', skin, 6, 'stroke-linecap="round"')
    head()
    pen.path('M-11-86Q-14-74-9-72L-7-88zM11-86Q14-74 9-72L7-88z', hair)
  })
  return [walking, standing]
}

/** Puts one of the figures. */
export function stand(scene: Scene, id: string, x: number, y: number, height: number, colour?: string): void {
  const { pen, random, lit } = scene
  const scale = short(height / 100)
  const turn = random.chance(0.5) ? scale : `-${scale} ${scale}`
  const fill = colour ?? lit(random.pick(clothes))
  pen.use(id, d`transform="translate(${x} ${y})` + `scale(${turn})" fill="${fill}"`)
}

/** Small groups between two places, near `y`. */
export function crowd(
  scene: Scene,
  cast: readonly [string, string],
  place: { from: number; to: number; y: number; depth: number; height: number; count: number },
): void {
  const { random } = scene
  const spots = Array.from({ length: place.count }, () => random.next()).toSorted((a, b) => a - b)
  for (const spot of spots) {
    const height = place.height * (0.72 + spot * 0.4) * (random.chance(0.35) ? 0.78 : 1)
    const x = random.int(place.from, place.to)
    stand(scene, random.pick(cast), x, place.y + spot * place.depth, height)
  }
}

/** A lamp post. */
export function lampPost(scene: Scene, x: number, y: number, height: number): void {
  const { pen, shade, lamp, mood } = scene
  if (mood.lamps > 0.3) pen.circle(x, y - height, height * 0.5, pen.glow(lamp, 0.6))
  pen.line(d`M${x} ${y}v${-height}`, shade('#5c6470'), 3)
  pen.circle(x, y - height, 6, mood.lamps > 0.3 ? lamp : '#fff6e0')
}

/** A flag on a pole; the cloth blows to the right. */
export function flag(scene: Scene, x: number, y: number, height: number, colour: string): void {
  const { pen, lit, shade } = scene
  pen.line(d`M${x} ${y}v${-height}`, shade('#d8d4cc'), 3)
  const w = height * 0.36
  const h = height * 0.2
  pen.path(
    d`M${x} ${y - height}q${w / 4} ${-h / 3} ${w / 2} 0t${w / 2} 0v${h}q${-w / 4} ${h / 3} ${-w / 2} 0t${-w / 2} 0z`,
    lit(colour),
  )
}
