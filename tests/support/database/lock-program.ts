/**
 * A process that wants the lock of a database folder: `lock-program hold|take FOLDER [WAIT_MS]`, for tests.
 * `hold` prints `held` once it has the lock and keeps it until it is killed or told to end (it gives the lock back after
 * 500 ms then). `take FOLDER WAIT_MS TIMES` takes and gives back the lock so many times, with a file inside that must not
 * be there.
 */
import { closeSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lockFolder } from '#server/db/embedded/lock.ts'

const [, , command, folder, waitMs = '0', times = '1'] = process.argv
if (folder === undefined) throw new Error('lock-program needs a folder')

try {
  if (command === 'hold') {
    const release = await lockFolder(folder, { waitMs: Number(waitMs) })
    const forever = setInterval(() => undefined, 60_000)
    process.once(
      'SIGTERM',
      () =>
        void wait(500)
          .then(release)
          .then(() => clearInterval(forever)),
    )
    console.log('held')
  } else await take(folder)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function take(where: string): Promise<void> {
  const busy = path.join(where, 'busy')
  for (let round = 0; round < Number(times); round += 1) {
    const release = await lockFolder(where, { waitMs: Number(waitMs) })
    closeSync(openSync(busy, 'wx'))
    await wait(Math.random() * 4)
    rmSync(busy)
    await release()
    if (round % 3 === 0) await wait(Math.random() * 10)
  }
  console.log('done')
}
