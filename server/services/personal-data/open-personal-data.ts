import { claimKey, countEncrypted, readKeyState } from '#server/db/data-key.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findDataKeys, createDataKey, type KeySource } from './data-key.ts'
import { createPersonalData, keyIdOf, type PersonalData } from './personal-data.ts'

/** The given key is not the one that the database is encrypted with. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError'
}

const limitMs = 10 * 60_000

/**
 * Opens a migrated database's personal data with the key that it was encrypted with from the first row on. A database
 * without a recorded key adopts the given one, if most of its encrypted rows are of it; only a database without
 * encrypted rows gets a new key. Rejects with `WrongKeyError` for a missing or another key: nothing may be encrypted
 * with a second one.
 */
export async function openPersonalData(
  connection: DatabaseConnection,
  source: KeySource,
): Promise<{ personal: PersonalData; key: Buffer }> {
  const { db } = connection
  const { key: given, previous, isChanging } = await findDataKeys(source)
  if ((await readKeyState(db)) === undefined) {
    const encryptedRows = await connection.withStatementTimeout(limitMs, countEncrypted)
    await claimKey(db, keyIdOf(await firstKey(encryptedRows, given, source)))
  }
  const state = await readKeyState(db)
  // Another process may have created the key first.
  const key = given ?? (await findDataKeys(source)).key
  if (state === undefined || key === undefined)
    throw new WrongKeyError(missingKeyMessage(source, state?.keyId))
  const keyId = keyIdOf(key)
  if (isChanging && previous !== undefined && state.keyId === keyIdOf(previous) && state.keyId !== keyId) {
    throw new WrongKeyError(`还没有从密钥 ${state.keyId} 换到 ${keyId}：请先运行 npm run rekey，然后再启动`)
  }
  if (state.keyId !== keyId) throw new WrongKeyError(wrongKeyMessage(state.keyId, keyId))
  if (state.previousId !== null) {
    throw new WrongKeyError(
      `更换密钥还没有完成（从 ${state.previousId} 到 ${keyId}）：请再运行一次 npm run rekey，它会接着做完，然后再启动`,
    )
  }
  return { personal: createPersonalData(key, state.retainedIndexKeys), key }
}

async function firstKey(
  encryptedRows: ReadonlyMap<string, number>,
  given: Buffer | undefined,
  source: KeySource,
): Promise<Buffer> {
  const [most] = [...encryptedRows].toSorted(([, one], [, other]) => other - one)
  if (most === undefined) return given ?? createDataKey(source.dataDir)
  const [usual] = most
  if (given === undefined) throw new WrongKeyError(missingKeyMessage(source, usual))
  if (keyIdOf(given) !== usual) throw new WrongKeyError(wrongKeyMessage(usual, keyIdOf(given)))
  return given
}

function missingKeyMessage({ dataDir }: KeySource, keyId = ''): string {
  return `没有密钥：数据库里的姓名和电话是用密钥 ${keyId} 封存的，而 ${dataDir} 里没有 data-key 文件，也没有设置 DATA_KEY。请把原来的 data-key 文件放回去，或设置原来的 DATA_KEY；没有它，这些姓名和电话谁也读不出来，所以不会另造一个`
}

function wrongKeyMessage(stored: string, given: string): string {
  return `密钥不对：数据库里的姓名和电话是用密钥 ${stored} 封存的，这里的密钥是 ${given}。请换回原来的 data-key 文件或 DATA_KEY；如果要更换密钥，请把原来的放在 DATA_KEY_PREVIOUS，停止网站后运行 npm run rekey`
}
