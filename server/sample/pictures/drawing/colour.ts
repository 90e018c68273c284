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
