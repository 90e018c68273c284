import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { connectDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { countServing } from '#server/db/content/portable-rows.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { school } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { startPostgres } from '#tests/support/database/postgres.ts'

const file = z.object({
  services: z.object({
    'site-1': z.looseObject({ environment: z.object({ DATABASE_URL: z.string() }) }),
    replica: z.looseObject({ command: z.array(z.string()) }),
  }),
  configs: z.object({ roles: z.object({ content: z.string() }) }),
})

test('the site of the compose file works with a role that is no superuser, and the copy with one of its own', async () => {
  const server = await startPostgres()
  if ('missing' in server) throw new Error(server.missing)
  onTestFinished(() => server.stop())
  const superuser = new Client({ connectionString: server.url })
  await superuser.connect()
  onTestFinished(() => superuser.end())
  // What the image does before it runs the script.
  await superuser.query('create database xuanxiao')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const compose = file.parse(
    parse(readFileSync(path.join(projectRoot(), 'server/deploy/compose.yaml'), 'utf8'), { merge: true }),
  )
  const { hostname, port } = new URL(server.url)
  const made = spawnSync('bash', ['--norc', '-c', compose.configs.roles.content.replaceAll('$$', '$')], {
    encoding: 'utf8',
    env: {
      NODE_ENV: 'test',
      PATH: process.env['PATH'],
      PGHOST: hostname,
      PGPORT: port,
      PGDATA: folder,
      POSTGRES_PASSWORD: "a site's",
      REPLICATION_PASSWORD: 'b',
    },
  })
  expect(made.status, made.stderr).toBe(0)

  const site = new URL(compose.services['site-1'].environment.DATABASE_URL.replace(/\$\{.*?\}/, 'x'))
  const { rows: roles } = await superuser.query<{ name: string; super: boolean; copies: boolean }>(
    `select rolname as name, rolsuper as super, rolreplication as copies from pg_roles
    where rolname in ('xuanxiao', 'replicator') order by 1`,
  )
  expect(roles).toEqual([
    { name: 'replicator', super: false, copies: true },
    { name: site.username, super: false, copies: false },
  ])
  expect(compose.services.replica.command.at(-1)).toContain('-U replicator ')
  expect(readFileSync(path.join(folder, 'pg_hba.conf'), 'utf8')).toBe(
    'host replication replicator samenet scram-sha-256\n',
  )

  const databaseUrl = new URL(server.url)
  databaseUrl.username = site.username
  databaseUrl.pathname = site.pathname
  const database = await connectDatabase({ databaseUrl: databaseUrl.href, dataDir: folder })
  onTestFinished(() => database.close())
  await migrate(database)
  await addSchool(database, '云汀学校', '4403')
  expect(await database.db.$count(school)).toBe(1)
  await database.vacuum()
  const stop = await database.listen('anything', () => undefined)
  await expect.poll(() => database.withStatementTimeout(10_000, countServing)).toBe(1)
  stop()
})
