import type { DatabaseConnection } from '#server/db/connect.ts'
import { contentChannel, readContentVersion } from '#server/db/content/content-version.ts'

/** The content's version as this process knows it; caches carry it. */
export type ContentVersion = {
  current: () => number
  stop: () => void
}

type Options = {
  /** How often the row is read in case a notification was lost, in ms (5 s when left out). */
  pollMs?: number
  onError?: (error: unknown) => void
}

/** Follows the content's version: told by other processes, and by reading the row as the fallback. */
export async function watchContentVersion(
  connection: DatabaseConnection,
  { pollMs = 5000, onError = () => undefined }: Options = {},
): Promise<ContentVersion> {
  let version = 0
  let toldTimes = 0
  const read = async (): Promise<void> => {
    const before = toldTimes
    const stored = await readContentVersion(connection.db)
    // A version told meanwhile is newer than the row as it was read.
    if (toldTimes === before) version = stored
  }
  const readQuietly = (): void => void read().catch(onError)

  const stopListening = await connection.listen(contentChannel, (payload) => {
    const told = payload === undefined ? Number.NaN : Number(payload)
    if (!Number.isSafeInteger(told)) return readQuietly()
    toldTimes += 1
    version = told
  })
  await read()
  const timer = setInterval(readQuietly, pollMs)
  timer.unref()
  return {
    current: () => version,
    stop() {
      clearInterval(timer)
      stopListening()
    },
  }
}
