import { cities } from '#server/contract/cities.ts'
import { calendarOf } from './calendar.ts'
import { openCity } from './city-state.ts'
import { plansOf } from './plan.ts'
import type { SampleChunk, SampleSchool } from './rows.ts'
import { makeSchool } from './school.ts'

/** What decides the sample content; `today` (YYYY-MM-DD) shifts dates only. */
export type SampleOptions = { schoolsPerCity: number; seed: string; today: string }

const chunkSize = 500

/**
 * Makes invented content for all cities, the same for the same options. It comes in chunks of at most 500 schools, so
 * that any number of schools fits in bounded memory.
 */
export function* buildSampleContent({ schoolsPerCity, seed, today }: SampleOptions): Generator<SampleChunk> {
  const calendar = calendarOf(today)
  for (const city of cities) {
    const state = openCity(city.code, seed, calendar)
    let schools: SampleSchool[] = []
    for (const plan of plansOf(state, schoolsPerCity)) {
      schools.push(makeSchool(state, plan))
      if (schools.length === chunkSize) {
        yield { type: 'schools', cityCode: city.code, schools }
        schools = []
      }
    }
    if (schools.length > 0) yield { type: 'schools', cityCode: city.code, schools }
  }
}
