/** A point in WGS-84 degrees. */
export type Coordinates = { lat: number; lng: number }

/** Mean radius of the earth in metres. */
const earthRadius = 6_371_008.8
/** Steps of a degree to which a visitor's place is rounded: about 500 m. */
const stepsOfDegree = 200

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The straight line between two points, in whole metres (haversine). */
export function distanceBetween(one: Coordinates, other: Coordinates): number {
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(haversineOf(one, other)))))
}

/** The haversine of the angle between two points, 0 to 1: grows with their distance, and costs less to order by. */
export function haversineOf(one: Coordinates, other: Coordinates): number {
  const latitude = Math.sin(radians(other.lat - one.lat) / 2) ** 2
  const longitude = Math.sin(radians(other.lng - one.lng) / 2) ** 2
  return latitude + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * longitude
}

/** A point rounded to 0.005 degrees, about 500 m, so that an address does not contain where somebody lives. */
export function roundedCoordinates({ lat, lng }: Coordinates): Coordinates {
  const rounded = (degrees: number) => Math.round(degrees * stepsOfDegree) / stepsOfDegree || 0
  return { lat: rounded(lat), lng: rounded(lng) }
}

/** How a way is made, and between how many minutes it takes. */
export type Travel = { mode: 'walk' | 'drive'; minutes: readonly [number, number] }

const longestWalk = 1500
/** A way by road is longer than the straight line. */
const detour = [1.2, 1.6] as const
/** Metres per minute, fast and slow: a child on foot, a car in a city's morning. */
const speeds = { walk: [80, 55], drive: [500, 250] } as const
/** Beyond so many metres by road even a slow car drives on larger roads, so many metres per minute. */
const largerRoads = { from: 8000, speed: 450 }
/** To the car, and from it to the gate. */
const driveOverhead = 5

/**
 * An estimate of the way to school from the straight line in metres: a range in minutes, to say as an estimate. Short
 * ways on foot, others by car; no route, traffic or timetable is known.
 */
export function estimateTravel(metres: number): Travel {
  const mode = metres <= longestWalk ? 'walk' : 'drive'
  const minutesOf = (end: 0 | 1) => {
    const way = metres * detour[end]
    const far = end === 1 && mode === 'drive' ? Math.max(0, way - largerRoads.from) : 0
    return (way - far) / speeds[mode][end] + far / largerRoads.speed
  }
  const overhead = mode === 'drive' ? driveOverhead : 0
  const from = Math.max(1, Math.floor(minutesOf(0) + overhead))
  return { mode, minutes: [from, Math.max(from + 1, Math.ceil(minutesOf(1) + overhead))] }
}
