import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { visitor } from '#server/db/schema/index.ts'
import { findDataKeys } from '#server/services/personal-data/data-key.ts'
import { openPersonalData } from '#server/services/personal-data/open-personal-data.ts'
import { keyIdOf } from '#server/services/personal-data/personal-data.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'

/** The command says after 5000 of them how far it is. */
const phones = Array.from({ length: 8000 }, (_, at) => `+86138${String(at).padStart(8, '0')}`)

/** How many rows are sealed with a key. */
async function countEncryptedWith({ pool }: DatabaseConnection, keyId: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from visitor where starts_with(phone_cipher, $1)',
    [`${keyId}.`],
  )
  return rows[0]?.n ?? 0
}

test('a key change that is killed continues at the next run, and loses nothing', async () => {
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const before = await connectDatabase({ dataDir })
  const { personal } = await openPersonalData(before, config)
  for (let from = 0; from < phones.length; from += 1000) {
    await before.db.insert(visitor).values(
      phones.slice(from, from + 1000).map((phone) => ({
        phoneHash: personal.blindIndex('phone', phone),
        phoneCipher: personal.encrypt(phone),
      })),
    )
  }
  await before.close()

  const killed = startCommand(['rekey'], dataDir, { DATA_DIR: dataDir })
  await killed.said(/^\d+ \/ 8000 行$/)
  killed.kill('SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')

  const { key } = await findDataKeys({ dataDir })
  const halfway = await connectDatabase({ dataDir })
  const done = key === undefined ? 0 : await countEncryptedWith(halfway, keyIdOf(key))
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(phones.length)
  expect(await countEncryptedWith(halfway, personal.keyId)).toBe(phones.length - done)
  await expect(openPersonalData(halfway, config)).rejects.toThrow('更换密钥还没有完成')
  await halfway.close()

  const again = startCommand(['rekey'], dataDir, { DATA_DIR: dataDir })
  expect(await again.ended).toBe(0)
  expect(again.lines.join()).toContain(`重新封存了 ${phones.length - done} 行`)
  const after = await connectDatabase({ dataDir })
  onTestFinished(() => after.close())
  const { personal: anew } = await openPersonalData(after, config)
  expect(anew.keyId).not.toBe(personal.keyId)
  const stored = await after.db.select({ hash: visitor.phoneHash, cipher: visitor.phoneCipher }).from(visitor)
  expect(stored.map(({ cipher }) => anew.decrypt(cipher ?? '')).toSorted()).toEqual(phones)
  expect(
    stored.every(({ hash, cipher }) => hash === anew.blindIndex('phone', anew.decrypt(cipher ?? ''))),
  ).toBe(true)
}, 120_000)
