import { claimKey, countSealed, readKeyState } from '#server/db/data-key.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findDataKeys, createDataKey, type KeySource } from './data-key.ts'
import { createPersonalData, keyIdOf, type PersonalData } from './personal-data.ts'

/** The key that is given is not the one that the database is sealed with. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError'
}

const limitMs = 10 * 60_000

/**
 * The keeper of a migrated database's personal data, with the key that it was sealed with from the first row on. A
 * database that knows of no key yet takes the one that is given, if most of its sealed rows are of it; only one
 * without sealed rows gets a new key. Rejects with `WrongKeyError` for a lost or another key: under a second one nothing
 * may be sealed.
 */
export async function openPersonalData(
  connection: DatabaseConnection,
  source: KeySource,
): Promise<{ personal: PersonalData; key: Buffer }> {
  const { db } = connection
  const { key: given, previous, isChanging } = await findDataKeys(source)
  if ((await readKeyState(db)) === undefined) {
    const sealed = await connection.withStatementTimeout(limitMs, countSealed)
    await claimKey(db, keyIdOf(await firstKey(sealed, given, source)))
  }
  const state = await readKeyState(db)
  // Another process may have been the first, with another key.
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
  return { personal: createPersonalData(key, state.keptMarks), key }
}

async function firstKey(
  sealed: ReadonlyMap<string, number>,
  given: Buffer | undefined,
  source: KeySource,
): Promise<Buffer> {
  const [most] = [...sealed].toSorted(([, one], [, other]) => other - one)
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
