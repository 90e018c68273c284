import type { PoolClient } from 'pg'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  countEncrypted,
  endKeyChange,
  nextEncrypted,
  readKeyState,
  encryptedTables,
  writeKeyState,
  writeEncrypted,
  type EncryptedRow,
  type EncryptedTable,
} from '#server/db/data-key.ts'
import { identityIndex, phoneTailIndex } from '#server/services/personal-data/guest-indexes.ts'
import { personHashes } from './person-index.ts'
import { createPersonalData, keyIdOf, type PersonalData } from './personal-data.ts'
import { WrongKeyError } from './open-personal-data.ts'

/** Number of re-encrypted rows; `duplicates`: rows that lost an index which another row has already. */
export type Rekeyed = { rows: number; duplicates: number }

type Options = {
  key: Buffer
  previous: Buffer
  signal: AbortSignal
  /** Called with the progress after each batch. */
  progress?: (done: number, all: number) => void
}

const batchRows = 500
const limitMs = 60 * 60_000

/**
 * Key rotation: encrypts everything that is encrypted with `previous` again with `key`, and recomputes the blind
 * indexes, in batches; an interrupted run continues where it stopped. Nobody else may use the database. Indexes whose
 * text only clients hold stay valid. Rejects with `WrongKeyError` when the database is of a third key.
 */
export async function rekey(
  { db, withStatementTimeout }: DatabaseConnection,
  { key, previous, signal, progress }: Options,
): Promise<Rekeyed> {
  const keyId = keyIdOf(key)
  const previousId = keyIdOf(previous)
  if (keyId === previousId) throw new WrongKeyError('DATA_KEY 和 DATA_KEY_PREVIOUS 是同一个密钥')
  const state = await readKeyState(db)
  if (state !== undefined && state.keyId !== keyId && state.keyId !== previousId) {
    throw new WrongKeyError(
      `数据库里的姓名和电话是用密钥 ${state.keyId} 封存的，它既不是新的 ${keyId}，也不是旧的 ${previousId}`,
    )
  }
  if (state?.keyId !== keyId) {
    const next = createPersonalData(key)
    const retainedKeys = createPersonalData(previous, state?.retainedIndexKeys ?? null).retainedIndexKeys(
      next,
    )
    await writeKeyState(db, { keyId, previousId, retainedIndexKeys: retainedKeys })
  } else if (state.previousId === null) {
    await writeKeyState(db, { ...state, previousId })
  }
  const retainedKeys = (await readKeyState(db))?.retainedIndexKeys ?? null
  const keys = { from: createPersonalData(previous), to: createPersonalData(key, retainedKeys) }
  const done = await withStatementTimeout(limitMs, async (client) => {
    const all = (await countEncrypted(client)).get(previousId) ?? 0
    const sum = { rows: 0, duplicates: 0 }
    for (const table of await encryptedTables(client)) {
      for await (const batch of batches(client, table, { ...keys, signal })) {
        sum.rows += batch.rows
        sum.duplicates += batch.duplicates
        progress?.(sum.rows, all)
      }
    }
    return sum
  })
  await endKeyChange(db)
  return done
}

type RekeyKeys = { from: PersonalData; to: PersonalData; signal: AbortSignal }

async function* batches(
  client: PoolClient,
  table: EncryptedTable,
  { from, to, signal }: RekeyKeys,
): AsyncGenerator<Rekeyed> {
  let after: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const rows = await nextEncrypted(client, table, { keyId: from.keyId, after, limit: batchRows })
    if (rows.length === 0) return
    await client.query('begin')
    let duplicates = 0
    for (const row of rows) {
      if (!(await writeEncrypted(client, table, reencrypted(row, table, { from, to })))) duplicates += 1
    }
    await client.query('commit')
    yield { rows: rows.length, duplicates }
    after = rows.at(-1)?.id
  }
}

function reencrypted(
  row: EncryptedRow,
  { columns, blindIndexes }: EncryptedTable,
  keepers: Omit<RekeyKeys, 'signal'>,
): EncryptedRow {
  const { from, to } = keepers
  const clear = (column: string): string | undefined => {
    const encrypted = row[column]
    if (encrypted === null || encrypted === undefined) return undefined
    return (encrypted.startsWith(`${to.keyId}.`) ? to : from).decrypt(encrypted)
  }
  const anew: Record<string, string | null> = {}
  for (const column of columns) {
    const text = clear(column)
    anew[column] = text === undefined ? null : to.encrypt(text)
  }
  const phone = columns.includes('phone_cipher') ? clear('phone_cipher') : undefined
  for (const blindIndex of blindIndexes) {
    const before = row[blindIndex] ?? null
    anew[blindIndex] = before
    if (before === null) continue
    if (blindIndex === 'identity')
      anew[blindIndex] = reindexedIdentity(row, { phone, name: clear('name_cipher') ?? '' }, keepers)
    else if (blindIndex === 'person_hashes') {
      // As PostgreSQL writes an array.
      const hashes = personHashes(to, { name: clear('name_cipher') ?? '', phone })
      anew[blindIndex] = `{${hashes.join(',')}}`
    } else if (phone !== undefined) {
      anew[blindIndex] =
        blindIndex === 'tail_hash'
          ? phoneTailIndex(to, Number(row['event_id']), phone)
          : to.blindIndex('phone', phone)
    }
  }
  return { ...anew, id: row.id }
}

/** A guest's identity index has one of three forms; the old index tells which. */
function reindexedIdentity(
  row: EncryptedRow,
  { phone, name }: { phone: string | undefined; name: string },
  { from, to }: Omit<RekeyKeys, 'signal'>,
): string | null {
  const organisation = row['organisation'] ?? undefined
  const forms = [
    { phone, name, organisation, sharesPhone: false },
    { phone, name, organisation, sharesPhone: true },
  ]
  const same = forms.find((form) => identityIndex(from, form) === row['identity'])
  return same === undefined ? (row['identity'] ?? null) : identityIndex(to, same)
}
