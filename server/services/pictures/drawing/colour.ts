import { placeholderPalette, type PaletteName } from '../palette.ts'

type Channels = readonly [number, number, number]

function channels(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hex(red: number, green: number, blue: number): string {
  const value = (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue)
  return `#${value.toString(16).padStart(6, '0')}`
}

/** The colour between two #rrggbb colours; `share` 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const a = channels(first)
  const b = channels(second)
  return hex(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)
}

/** A surface of one colour under a light of another colour. */
export function under(surface: string, light: string): string {
  const a = channels(surface)
  const b = channels(light)
  return hex((a[0] * b[0]) / 255, (a[1] * b[1]) / 255, (a[2] * b[2]) / 255)
}

/** The placeholder colour that looks nearest to a #rrggbb colour. */
export function nearestPalette(colour: string): PaletteName {
  const [red, green, blue] = channels(colour)
  let best: PaletteName = 'mist'
  let least = Infinity
  for (const name of paletteNames) {
    const [r, g, b] = channels(placeholderPalette[name])
    const distance = 3 * (r - red) ** 2 + 4 * (g - green) ** 2 + 2 * (b - blue) ** 2
    if (distance < least) {
      least = distance
      best = name
    }
  }
  return best
}

const paletteNames: readonly PaletteName[] = [
  'azure',
  'sky',
  'mist',
  'pearl',
  'cream',
  'sand',
  'peach',
  'blush',
  'mauve',
  'sage',
  'moss',
  'olive',
  'teal',
  'slate',
  'clay',
  'night',
]
