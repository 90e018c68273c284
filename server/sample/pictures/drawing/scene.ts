import { mix, under } from './colour.ts'
import { moods, schemes, type Mood, type MoodName, type Scheme } from './moods.ts'
import { createRandom, type Random } from '../random.ts'
import { createSketch, type Sketch } from './sketch.ts'

/** A sheet with its light, its materials and its own stream of chance. */
export interface Scene {
  readonly pen: Sketch
  readonly random: Random
  readonly mood: Mood
  readonly scheme: Scheme
  /** Tree colours in this light. */
  readonly leaves: readonly [string, string, string]
  /** What single trees choose from: the leaves, and blossom in its season. */
  readonly crowns: readonly string[]
  readonly grass: string
  readonly glass: string
  readonly lamp: string
  /** A surface that faces the light (which comes from the left). */
  lit: (surface: string) => string
  /** A surface that turns away from the light. */
  shade: (surface: string) => string
  /** A lit surface seen through air; `distance` 0 is near, 1 is lost in haze. */
  far: (surface: string, distance: number) => string
}

/** A way to draw: the moods it suits, its act, and what its mean colour is made of. */
export interface Composition {
  readonly name: string
  readonly moods: readonly MoodName[]
  readonly draw: (scene: Scene) => void
  /** How much sky, grass, wall, leaf, ink (deep shade) and timber the mean colour of the drawing holds. */
  readonly shares: readonly number[]
  /** Slugs of the cities it suits; every city where absent. */
  readonly cities?: readonly string[]
  /** True where left and right may not change places. */
  readonly fixed?: boolean
}

/** A scene of that size whose every choice follows from the seed. */
function createScene(width: number, height: number, seed: string, suits: readonly MoodName[]): Scene {
  const random = createRandom(seed)
  const mood = moods[random.pick(suits)]
  const scheme = random.pick(schemes)
  const lit = (surface: string) => under(surface, mood.light)
  const leaves = [lit(mood.leaves[0]), lit(mood.leaves[1]), lit(mood.leaves[2])] as const
  const night = mood.name === 'night' || mood.name === 'dusk'
  return {
    pen: createSketch(width, height),
    random,
    mood,
    scheme,
    leaves,
    crowns: mood.bloom === undefined ? leaves : [leaves[0], leaves[1], lit(mood.bloom)],
    grass: lit(mood.grass),
    glass: mix(lit(mix(mood.sky[0], '#4f6d80', 0.6)), '#27364f', night ? 0.4 : 0.05),
    lamp: night ? '#ffd587' : '#ffe7b0',
    lit,
    shade: (surface) => under(surface, mood.dim),
    far: (surface, distance) => mix(lit(surface), mood.haze, distance),
  }
}

/** Draws one composition; the answer is a whole SVG document. */
export function drawComposition(
  composition: Composition,
  width: number,
  height: number,
  seed: string,
): string {
  const scene = createScene(width, height, seed, composition.moods)
  const mirrored = scene.random.chance(0.5) && composition.fixed !== true
  composition.draw(scene)
  return scene.pen.finish(mirrored)
}

/** The mean colour of what `drawComposition` draws for that seed, without drawing it. */
export function compositionColour(
  composition: Composition,
  width: number,
  height: number,
  seed: string,
): string {
  return meanColour(createScene(width, height, seed, composition.moods), composition.shares)
}

function meanColour(scene: Scene, shares: Composition['shares']): string {
  const parts = [
    scene.mood.sky[1],
    scene.grass,
    scene.lit(scene.scheme.wall),
    scene.leaves[1],
    '#2a3350',
    scene.lit('#e0bf95'),
  ]
  let colour = parts[0] ?? ''
  let weight = shares[0] ?? 0
  parts.forEach((part, at) => {
    const share = shares[at] ?? 0
    if (at === 0 || share === 0) return
    weight += share
    colour = mix(colour, part, share / weight)
  })
  return colour
}
