import type { DatabaseConnection } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { countSampleSchools, removeSample } from '#server/db/content/sample-rows.ts'

/** Deletes every sample school, event and text in one transaction; what an operator wrote stays. Returns how many schools. */
export async function deleteSample(connection: DatabaseConnection): Promise<number> {
  const { schools, version } = await connection.db.transaction(async (tx) => {
    const count = await countSampleSchools(tx)
    await removeSample(tx)
    return { schools: count, version: await raiseContentVersion(tx) }
  })
  await announceContent(connection, version)
  return schools
}
