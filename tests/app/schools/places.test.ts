import { describe, expect, it } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import { placeOf, placesOf } from '#server/contract/places.ts'

/** Kilometres between two places that are near each other. */
function kilometres(one: { lat: number; lng: number }, other: { lat: number; lng: number }): number {
  const degree = 111.2
  const east = (one.lng - other.lng) * Math.cos((one.lat * Math.PI) / 180)
  return degree * Math.hypot(one.lat - other.lat, east)
}

describe('placesOf', () => {
  it.each(cities)('has districts and known quarters of $name, each in its district', ({ code }) => {
    const places = placesOf(code)
    const quarters = places.filter(({ slug, district }) => slug !== district)
    expect(quarters.length).toBeGreaterThan(2)
    const distances = quarters.map((place) => {
      const district = districtOf(code, place.district)
      return { name: place.name, far: district === undefined || kilometres(place, district) > 36 }
    })
    expect(distances.filter(({ far }) => far)).toEqual([])
  })

  it.each(cities)('uses each slug and each word for one place of $name', ({ code }) => {
    const slugs = placesOf(code).map(({ slug }) => slug)
    expect(slugs).toEqual([...new Set(slugs)])
    const words = placesOf(code).flatMap(({ name, aliases }) => [name, ...aliases])
    expect(words).toEqual([...new Set(words)])
  })

  it('finds a place by the city and its slug', () => {
    expect(placeOf('4403', 'shekou')).toMatchObject({ name: '蛇口', district: 'nanshan' })
    expect(placeOf('4401', 'shekou')).toBeUndefined()
  })
})
