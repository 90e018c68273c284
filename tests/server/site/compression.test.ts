import { pbkdf2 } from 'node:crypto'
import { expect, test } from 'vitest'
import { compressWhole } from '#server/site/compression.ts'

test.each(['br', 'gzip'] as const)(
  'a small answer as %s does not wait for the threads of the process',
  async (encoding) => {
    let free = 0
    const busy = Array.from(
      { length: 4 },
      () =>
        new Promise<void>((resolve) => {
          pbkdf2('a', 'b', 50_000, 64, 'sha512', () => {
            free += 1
            resolve()
          })
        }),
    )
    const compressed = await compressWhole(Buffer.from('选校'.repeat(1000)), encoding)
    expect([free, compressed.length < 200]).toEqual([0, true])
    await Promise.all(busy)
  },
)
