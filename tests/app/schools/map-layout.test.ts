import { describe, expect, it } from 'vitest'
import {
  centredOn,
  leadersOf,
  lowHeights,
  mapWidth,
  markerRadius,
  placeLabels,
  projectionOf,
  scaleBarOf,
  spreadMarkers,
} from '#app/schools/map-layout.ts'

const shekou = { lat: 22.485, lng: 113.915 }
const longgang = { lat: 22.72, lng: 114.247 }
const yantian = { lat: 22.557, lng: 114.237 }

function projected(...given: Parameters<typeof projectionOf>) {
  const projection = projectionOf(...given)
  if (projection === undefined) throw new Error('no projection')
  return projection
}

describe('projectionOf', () => {
  it('is undefined without a position', () => {
    expect(projectionOf([])).toBeUndefined()
  })

  it('shows every position inside the drawing, north up and west left', () => {
    const { pointOf, height } = projected([shekou, longgang, yantian])
    const points = [shekou, longgang, yantian].map(pointOf)
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(markerRadius)
      expect(x).toBeLessThanOrEqual(mapWidth - markerRadius)
      expect(y).toBeGreaterThanOrEqual(markerRadius)
      expect(y).toBeLessThanOrEqual(height - markerRadius)
    }
    expect(pointOf(shekou).x).toBeLessThan(pointOf(yantian).x)
    expect(pointOf(longgang).y).toBeLessThan(pointOf(yantian).y)
  })

  it('has one scale: a kilometre north is as long as a kilometre east', () => {
    const { pointOf, unitsPerMetre } = projected([shekou, longgang])
    const north = { ...shekou, lat: shekou.lat + 1 / 111.2 }
    const east = { ...shekou, lng: shekou.lng + 1 / (111.2 * Math.cos((22.6025 * Math.PI) / 180)) }
    expect(pointOf(shekou).y - pointOf(north).y).toBeCloseTo(1000 * unitsPerMetre, 6)
    expect(pointOf(east).x - pointOf(shekou).x).toBeCloseTo(1000 * unitsPerMetre, 6)
  })

  it('shows surroundings of a single place', () => {
    const { pointOf, height, unitsPerMetre } = projected([shekou])
    expect(pointOf(shekou)).toEqual({ x: mapWidth / 2, y: height / 2 })
    expect(mapWidth / unitsPerMetre).toBeGreaterThan(3000)
  })
})

it('a single school is in the middle of the districts around it, on a low drawing', () => {
  const { pointOf, height } = projected([shekou, ...centredOn(shekou, [longgang, yantian])], lowHeights)
  const { x, y } = pointOf(shekou)
  expect([x, y]).toEqual([expect.closeTo(mapWidth / 2, 6), expect.closeTo(height / 2, 6)])
  expect(height).toBeLessThanOrEqual(lowHeights.most)
  for (const point of [longgang, yantian].map(pointOf)) {
    expect(point.x).toBeLessThan(mapWidth)
    expect(point.y).toBeGreaterThan(0)
  }
})

describe('spreadMarkers', () => {
  it('leaves markers with room where they are', () => {
    const places = [
      { x: 50, y: 50 },
      { x: 150, y: 50 },
    ]
    const [one, other] = spreadMarkers(places, 300)
    expect(one?.x).toBeCloseTo(50, 1)
    expect(other?.x).toBeCloseTo(150, 1)
  })

  it('moves twenty schools of one address apart, inside the drawing', () => {
    const points = spreadMarkers(
      Array.from({ length: 20 }, () => ({ x: 5, y: 5 })),
      300,
    )
    const pairs = points.flatMap((one, at) =>
      points.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
    )
    expect(Math.min(...pairs)).toBeGreaterThan(2 * markerRadius - 2)
    const outside = points.filter(
      ({ x, y }) =>
        x < markerRadius || y < markerRadius || x > mapWidth - markerRadius || y > 300 - markerRadius,
    )
    expect(outside).toEqual([])
  })
})

it('spreadMarkers leaves a fixed point free', () => {
  const fixed = { x: 100, y: 100 }
  const points = spreadMarkers([fixed, { x: 104, y: 98 }, { x: 200, y: 200 }], 300, fixed)
  const distances = points.map(({ x, y }) => Math.hypot(x - fixed.x, y - fixed.y))
  expect(Math.min(...distances)).toBeGreaterThan(2 * markerRadius)
  expect(points[2]).toEqual({ x: 200, y: 200 })
})

describe('leadersOf', () => {
  const far = { place: { x: 100, y: 100 }, marker: { x: 100, y: 130 } }

  it('leads from a free place to a marker that was moved away', () => {
    expect(leadersOf([far.place], [far.marker])).toEqual([far])
  })

  it('draws no stub beside a marker', () => {
    for (const y of [100, 108, 113, 118]) expect(leadersOf([far.place], [{ x: 100, y }])).toEqual([])
  })

  it('draws no line that ends on another marker, or touches it', () => {
    for (const x of [100, 110, 115])
      expect(leadersOf([far.place, { x, y: 100 }], [far.marker, { x, y: 100 }])).toEqual([])
  })
})

describe('placeLabels', () => {
  it('leaves a label with room at its place', () => {
    expect(placeLabels([{ x: 100, y: 100 }], [], 300)).toEqual([{ x: 100, y: 100 }])
  })

  it('moves a label off markers and other labels', () => {
    const place = { x: 100, y: 100 }
    const [one, other] = placeLabels([place, place], [place], 300)
    expect(one).toEqual({ x: 100, y: 76 })
    expect(other).toBeDefined()
    expect(other).not.toEqual(one)
  })

  it('leaves out labels of places outside the drawing', () => {
    expect(placeLabels([{ x: -5, y: 100 }], [], 300)).toEqual([undefined])
  })
})

describe('scaleBarOf', () => {
  it('is a round distance no longer than a quarter of the drawing', () => {
    const projection = projected([shekou, longgang])
    const { metres, units } = scaleBarOf(projection)
    expect([500, 1000, 2000, 5000, 10_000, 20_000, 50_000]).toContain(metres)
    expect(units).toBeLessThanOrEqual(mapWidth / 4)
    expect(units).toBeCloseTo(metres * projection.unitsPerMetre, 6)
  })
})
