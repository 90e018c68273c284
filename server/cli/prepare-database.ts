import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate, refuseOtherVersion } from '#server/db/migrate.ts'

/** Commands that change no content: they leave the schema as it is, so that a backup before an upgrade is one. */
const readingCommands: readonly string[] = ['backup', 'export']

/** Brings a database to this version of the program, or rejects for a command that only reads when it is of another one. */
export async function prepareDatabase(connection: DatabaseConnection, command: string): Promise<void> {
  if (readingCommands.includes(command)) await refuseOtherVersion(connection)
  await migrate(connection)
}
