/** A place in degrees. */
export type Place = { lat: number; lng: number }

const earthRadius = 6_378_245
const eccentricity = 0.006693421622965943

/**
 * A WGS-84 place in GCJ-02, the system of Chinese maps: about 500 m away, error below 2 m. Only for places in
 * mainland China.
 */
export function gcj02Of({ lat, lng }: Place): Place {
  const x = lng - 105
  const y = lat - 35
  const radians = (lat / 180) * Math.PI
  const magic = 1 - eccentricity * Math.sin(radians) ** 2
  const root = Math.sqrt(magic)
  const northing =
    (northOffset(x, y) * 180) / (((earthRadius * (1 - eccentricity)) / (magic * root)) * Math.PI)
  const easting = (eastOffset(x, y) * 180) / ((earthRadius / root) * Math.cos(radians) * Math.PI)
  return { lat: lat + northing, lng: lng + easting }
}

const wave = (value: number, period: number) => Math.sin((value * Math.PI) / period)

function shared(x: number): number {
  return ((20 * wave(x, 1 / 6) + 20 * wave(x, 1 / 2)) * 2) / 3
}

function northOffset(x: number, y: number): number {
  const plain = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x))
  const near = ((20 * wave(y, 1) + 40 * wave(y, 3)) * 2) / 3
  const far = ((160 * wave(y, 12) + 320 * wave(y, 30)) * 2) / 3
  return plain + shared(x) + near + far
}

function eastOffset(x: number, y: number): number {
  const plain = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x))
  const near = ((20 * wave(x, 1) + 40 * wave(x, 3)) * 2) / 3
  const far = ((150 * wave(x, 12) + 300 * wave(x, 30)) * 2) / 3
  return plain + shared(x) + near + far
}
