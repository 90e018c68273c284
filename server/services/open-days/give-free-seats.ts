import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { findSeatsToGive, giveSeats, type SeatGiving } from '#server/db/leads/waiting-list.ts'

/**
 * Gives free seats of all open days to their waiting lists, for changes that no booking makes: a restored backup, a
 * school that is shown again. Resolves with the number of seats.
 */
export async function giveFreeSeats(database: DatabaseConnection, giving: SeatGiving): Promise<number> {
  const { given, version } = await database.db.transaction(async (tx) => {
    const seats = await giveFreeSeatsIn(tx, giving)
    return { given: seats, version: seats > 0 ? await raiseContentVersion(tx) : undefined }
  })
  if (version !== undefined) await announceContent(database, version)
  return given
}

/** As `giveFreeSeats`, inside a transaction that changes open days and raises the content version. */
export async function giveFreeSeatsIn(tx: Transaction, giving: SeatGiving): Promise<number> {
  let given = 0
  for (const id of await findSeatsToGive(tx, giving.now)) given += await giveSeats(tx, id, giving)
  return given
}
