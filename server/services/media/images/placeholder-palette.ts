/** Names of the placeholder colours; each has a CSS class. */
export const paletteNames = [
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
] as const
/** The name of a placeholder colour. */
export type PaletteName = (typeof paletteNames)[number]

/** The placeholder palette: name to #rrggbb. */
export const placeholderPalette: Readonly<Record<PaletteName, string>> = {
  azure: '#98bab8',
  sky: '#d0dce4',
  mist: '#bec5ba',
  pearl: '#ebe4e4',
  cream: '#e8e0c6',
  sand: '#c0b69c',
  peach: '#caa87a',
  blush: '#d8bcae',
  mauve: '#937e7d',
  sage: '#a1b29c',
  moss: '#8d9f86',
  olive: '#b0aa8a',
  teal: '#84ada2',
  slate: '#756b70',
  clay: '#a58661',
  night: '#434c62',
}

type Channels = readonly [red: number, green: number, blue: number]

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The placeholder colour that looks nearest to a #rrggbb colour. */
export function nearestPalette(colour: string): PaletteName {
  const [red, green, blue] = channelsOf(colour)
  let best: PaletteName = 'mist'
  let least = Infinity
  for (const name of paletteNames) {
    const [r, g, b] = channelsOf(placeholderPalette[name])
    const distance = 3 * (r - red) ** 2 + 4 * (g - green) ** 2 + 2 * (b - blue) ** 2
    if (distance < least) {
      least = distance
      best = name
    }
  }
  return best
}
