import { cities } from '#server/contract/cities.ts'
import { calendarOf } from './calendar.ts'
import { cityContent, generalContent } from './city-content.ts'
import type { Made } from './city-digest.ts'
import { openCity } from './city-state.ts'
import { plansOf } from './plan.ts'
import type { SampleChunk, SampleSchool } from './rows.ts'
import { makeSchool } from './school.ts'

/** What decides the sample content; `today` (YYYY-MM-DD) shifts dates and years only. */
export type SampleOptions = { schoolsPerCity: number; seed: string; today: string }

const chunkSize = 100

/**
 * Makes invented content for all cities, the same for the same options. It comes in chunks of at most 100 schools, so
 * that any number of schools fits in bounded memory.
 */
export function* buildSampleContent({ schoolsPerCity, seed, today }: SampleOptions): Generator<SampleChunk> {
  const calendar = calendarOf(today)
  yield { type: 'content', content: generalContent(calendar) }
  for (const city of cities) {
    const state = openCity(city.code, seed, calendar)
    const made: Made[] = []
    let schools: SampleSchool[] = []
    for (const plan of plansOf(state, schoolsPerCity)) {
      const school = makeSchool(state, plan)
      if (!plan.brief) made.push({ school, theme: plan.theme })
      schools.push(school)
      if (schools.length === chunkSize) {
        yield { type: 'schools', cityCode: city.code, schools }
        schools = []
      }
    }
    if (schools.length > 0) yield { type: 'schools', cityCode: city.code, schools }
    yield { type: 'content', cityCode: city.code, content: cityContent(state, made) }
  }
}
