import type { DatabaseConnection } from '#server/db/connect.ts'
import { contentChannel, readContentVersion } from '#server/db/articles/content-version.ts'

/** The content's version as this process knows it; caches key their entries by it. */
export type ContentVersion = {
  current: () => number
  stop: () => void
}

type Options = {
  /** Poll interval in ms, in case a notification was lost (5 s when left out). */
  pollMs?: number
  onError?: (error: unknown) => void
}

/** Follows the content's version by notifications, and by polling the row as a fallback. */
export async function watchContentVersion(
  connection: DatabaseConnection,
  { pollMs = 5000, onError = () => undefined }: Options = {},
): Promise<ContentVersion> {
  let version = 0
  let notifications = 0
  const read = async (): Promise<void> => {
    const before = notifications
    const stored = await readContentVersion(connection.db)
    // A version notified meanwhile is newer than the row that was read.
    if (notifications === before) version = stored
  }
  const readQuietly = (): void => void read().catch(onError)

  const stopListening = await connection.listen(contentChannel, (payload) => {
    const notified = payload === undefined ? Number.NaN : Number(payload)
    if (!Number.isSafeInteger(notified)) return readQuietly()
    // Each is sent after its commit on a connection of its own, so the earlier one may come later.
    if (notified <= version) return
    notifications += 1
    version = notified
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
