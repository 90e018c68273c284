import type { TestProject } from 'vitest/node'
import { embeddedTemplate } from '../database/embedded-template.ts'
import { startPostgres } from '../database/postgres.ts'

/** Gives a project its own PostgreSQL server for the time of the run, or the one that TEST_DATABASE_URL names. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Some files start a process of their own on the embedded database, and would all make it in their tests' time.
  await embeddedTemplate()
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    project.provide('databaseUrl', given)
    return undefined
  }
  const server = await startPostgres()
  if ('missing' in server) throw new Error(server.missing)
  project.provide('databaseUrl', server.url)
  return server.stop
}
