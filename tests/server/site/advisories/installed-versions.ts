import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'

/** The packages of the lock file, by their place in the tree. */
export const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ version: z.string().optional(), dependencies: z.record(z.string(), z.string()).optional() }),
    ),
  })
  .parse(JSON.parse(readFileSync(path.join(projectRoot(), 'package-lock.json'), 'utf8')))

/** Every installed version of a package, wherever in the tree. */
export function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([at, { version }]) =>
    at.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  )
}
