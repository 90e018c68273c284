/**
 * A process that holds an embedded database, for tests that kill it: `engine-program write|open DATA_DIR`.
 * `open` opens the database, prints `ready` and waits. `write` then writes rows for ever, one transaction each, and
 * prints a row's number once its commit was acknowledged, with checkpoints and vacuums in between.
 */
import { connectDatabase } from '#server/db/connect.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'

const [, , command, dataDir] = process.argv
if (dataDir === undefined) throw new Error('engine-program needs a data folder')

try {
  const connection = await connectDatabase({ dataDir })
  console.log('ready')
  if (command === 'write') await write(connection)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function write({ pool, withStatementTimeout, vacuum }: DatabaseConnection): Promise<void> {
  await pool.query('create table if not exists ledger (id int primary key, note text not null)')
  await pool.query('create table if not exists tally (id int primary key, rows int not null)')
  await pool.query('insert into tally values (1, 0) on conflict do nothing')
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from ledger')
  for (let id = (rows[0]?.last ?? 0) + 1; ; id += 1) {
    await withStatementTimeout(10_000, async (client) => {
      await client.query('begin')
      await client.query('insert into ledger values ($1, $2)', [id, 'a note '.repeat(id % 50)])
      await client.query('update tally set rows = rows + 1')
      await client.query('commit')
    })
    process.stdout.write(`${id}\n`)
    if (id % 70 === 0) await pool.query('checkpoint')
    if (id % 150 === 0) await vacuum()
  }
}
