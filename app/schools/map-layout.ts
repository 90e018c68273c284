/** A place in WGS-84 degrees. */
export type Position = { lat: number; lng: number }

/** A point of the drawing, in its units, from the top left. */
export type Point = { x: number; y: number }

/** Size of the drawing in its units: the narrowest phone shows nearly one pixel for each. */
export const mapWidth = 300
/** Radius of a marker: its diameter is a target of 24 px on the narrowest phone. */
export const markerRadius = 12.5
const margin = 26

/** Least and greatest height of a drawing. */
type Heights = { least: number; most: number }
const usualHeights: Heights = { least: 220, most: 440 }
/** A single school needs no room for others. */
export const lowHeights: Heights = { least: 150, most: 200 }
/** No map shows less than this, so that a single school has surroundings. */
const minSpanMetres = 4000
const metresPerDegree = 111_200

/** Projection of places on the drawing: equirectangular, north up, the same scale in both directions. */
export type Projection = { height: number; unitsPerMetre: number; pointOf: (position: Position) => Point }

/** The projection that shows all the positions; undefined for none. */
export function projectionOf(
  positions: readonly Position[],
  { least, most }: Heights = usualHeights,
): Projection | undefined {
  if (positions.length === 0) return undefined
  const lats = positions.map(({ lat }) => lat)
  const lngs = positions.map(({ lng }) => lng)
  const middle = { lat: middleOf(lats), lng: middleOf(lngs) }
  const eastScale = metresPerDegree * Math.cos((middle.lat * Math.PI) / 180)
  const wide = Math.max(spanOf(lngs) * eastScale, minSpanMetres)
  const high = Math.max(spanOf(lats) * metresPerDegree, minSpanMetres)
  const inner = mapWidth - 2 * margin
  const unitsPerMetre = Math.min(inner / wide, (most - 2 * margin) / high)
  const height = Math.round(Math.max(least, high * unitsPerMetre + 2 * margin))
  return {
    height,
    unitsPerMetre,
    pointOf: ({ lat, lng }) => ({
      x: mapWidth / 2 + (lng - middle.lng) * eastScale * unitsPerMetre,
      y: height / 2 - (lat - middle.lat) * metresPerDegree * unitsPerMetre,
    }),
  }
}

/** Positions and those opposite to them, seen from a place: with these the place is in the middle. */
export function centredOn(place: Position, positions: readonly Position[]): Position[] {
  return positions.flatMap(({ lat, lng }) => [
    { lat, lng },
    { lat: 2 * place.lat - lat, lng: 2 * place.lng - lng },
  ])
}

const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
const spanOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

const passes = 200

/**
 * Points of markers that do not overlap each other and a fixed point, each as near to its place as there is room: pairs that
 * are too close are moved apart, pass by pass. The same places always give the same points.
 */
export function spreadMarkers(places: readonly Point[], height: number, fixed?: Point): Point[] {
  const gap = 2 * markerRadius + 1
  const points = places.map(({ x, y }) => ({ x, y }))
  for (let pass = 0; pass < passes; pass += 1) {
    let moved = false
    points.forEach((one, at) => {
      for (const other of points.slice(at + 1)) {
        const distance = Math.hypot(other.x - one.x, other.y - one.y)
        if (distance >= gap) continue
        // Schools at one address: each leaves in a direction of its own.
        const angle = distance < 0.01 ? at + pass : Math.atan2(other.y - one.y, other.x - one.x)
        const push = (gap - distance) / 2
        one.x -= Math.cos(angle) * push
        one.y -= Math.sin(angle) * push
        other.x += Math.cos(angle) * push
        other.y += Math.sin(angle) * push
        moved = true
      }
      if (fixed !== undefined && leavePoint(one, fixed, gap)) moved = true
      one.x = clamp(one.x, markerRadius, mapWidth - markerRadius)
      one.y = clamp(one.y, markerRadius, height - markerRadius)
    })
    if (!moved) break
  }
  return points
}

/** Moves a point as far from a fixed one as the gap asks for; says whether it moved. */
function leavePoint(point: Point, fixed: Point, gap: number): boolean {
  const distance = Math.hypot(point.x - fixed.x, point.y - fixed.y)
  if (distance >= gap) return false
  const angle = distance < 0.01 ? 0 : Math.atan2(point.y - fixed.y, point.x - fixed.x)
  point.x = fixed.x + Math.cos(angle) * (gap + 0.01)
  point.y = fixed.y + Math.sin(angle) * (gap + 0.01)
  return true
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The least length of a leader beside its marker: a shorter one is a stub that says nothing. */
const leastLeader = 9
/** Room around the end of a leader: it lies on no marker and touches none. */
const leaderEnd = 4

/**
 * Leaders from the places of schools to markers that were moved away from them. A place that a marker covers or touches has
 * none: its line would seem to lead to that marker.
 */
export function leadersOf(
  places: readonly Point[],
  markers: readonly Point[],
): { place: Point; marker: Point }[] {
  const isFree = (place: Point) =>
    markers.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > markerRadius + leaderEnd)
  return places.flatMap((place, at) => {
    const marker = markers[at]
    if (marker === undefined || !isFree(place)) return []
    const way = Math.hypot(marker.x - place.x, marker.y - place.y)
    return way < markerRadius + leastLeader ? [] : [{ place, marker }]
  })
}

const labelHalfWidth = 20
const labelHeight = 12
/** Offsets of a label from its place, the nearest first. */
const labelOffsets: readonly Point[] = [0, -44, 44].flatMap((x) =>
  [0, -24, 24, -44, 44].map((y) => ({ x, y })),
)

/**
 * Baseline points of labels, each at the first offset from its place where it covers no marker, no other label and stays
 * inside the drawing; undefined for a label without room.
 */
export function placeLabels(
  places: readonly Point[],
  markers: readonly Point[],
  height: number,
): (Point | undefined)[] {
  const placed: Point[] = []
  return places.map((place) => {
    if (place.x < 0 || place.x > mapWidth || place.y < 0 || place.y > height) return undefined
    const point = labelOffsets
      .map(({ x, y }) => ({ x: place.x + x, y: place.y + y }))
      .find(
        (label) =>
          label.x >= labelHalfWidth &&
          label.x <= mapWidth - labelHalfWidth &&
          label.y >= labelHeight &&
          label.y <= height - 4 &&
          markers.every((marker) => !covers(label, marker)) &&
          placed.every(
            (other) =>
              Math.abs(other.x - label.x) >= 2 * labelHalfWidth || Math.abs(other.y - label.y) >= labelHeight,
          ),
      )
    if (point !== undefined) placed.push(point)
    return point
  })
}

/** Whether a label, whose middle lies above its baseline, touches a marker. */
function covers(label: Point, marker: Point): boolean {
  return (
    Math.abs(label.x - marker.x) < labelHalfWidth + markerRadius &&
    Math.abs(label.y - labelHeight / 3 - marker.y) < labelHeight / 2 + markerRadius
  )
}

const scaleSteps = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/** The longest round distance that a quarter of the drawing's width shows, in metres and in units. */
export function scaleBarOf({ unitsPerMetre }: Projection): { metres: number; units: number } {
  const metres = scaleSteps.findLast((step) => step * unitsPerMetre <= mapWidth / 4) ?? 500
  return { metres, units: metres * unitsPerMetre }
}
