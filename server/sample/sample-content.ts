import type { DatabaseConnection } from '#server/db/connect.ts'
import { hasSchools } from '#server/db/content/sample-rows.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { LoadOptions, LoadResult, SampleLog } from './content/load.ts'

/**
 * Fills an embedded database without schools with sample content and the guests of sample events. The texts are loaded
 * only then.
 */
export async function fillEmptyDatabase(
  connection: DatabaseConnection,
  personal: PersonalData,
  { images, log, now }: { images: ImageStore; log: SampleLog; now: Date },
): Promise<void> {
  if (await hasSchools(connection.db)) return
  await loadSampleContent(connection, personal, { images, log, now })
}

/** Loads sample content with its pictures, and guests when any school was made; the result is that of `loadSample`. */
export async function loadSampleContent(
  connection: DatabaseConnection,
  personal: PersonalData,
  { now, ...options }: LoadOptions & { images: ImageStore; now?: Date },
): Promise<LoadResult> {
  const { loadSample } = await import('./content/load.ts')
  const made = await loadSample(connection, options)
  if (made.schools === 0) return made
  const { loadSampleGuests } = await import('./content/guests.ts')
  await loadSampleGuests(connection, personal, now)
  return made
}

/** Removes all sample content, except pictures from the store; gives the number of sample schools that there were. */
export async function removeSampleContent(connection: DatabaseConnection): Promise<number> {
  const { deleteSample } = await import('./content/delete-sample.ts')
  return deleteSample(connection)
}
