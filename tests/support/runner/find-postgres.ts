import { findPostgres } from '../database/postgres.ts'

const found = findPostgres()
if ('missing' in found) {
  console.log(found.missing)
  process.exit(1)
}
