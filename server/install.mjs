import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Plain JavaScript: it runs before anything is installed. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Runs a program in the checkout and ends this process with its exit code when it fails. */
export function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Does the work unless the stamp says that it was done for exactly these files. */
function once(stamp, files, work) {
  const file = path.join(root, stamp)
  const wanted = digest(files)
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return
  // Work that is broken off leaves nothing that fits an older stamp.
  rmSync(file, { force: true })
  work()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, wanted)
}

/** Installs the locked packages, with those for development, when the lock file has changed since the last time. */
export function install() {
  once('node_modules/.installed', ['package-lock.json'], () =>
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
      ...process.env,
      NODE_ENV: 'development',
    }),
  )
}

function sources(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Builds pages and process when a source has changed since the last build. */
export function build() {
  const files = [...sources('app'), ...sources('server'), ...sources('public')]
  once('build/.built', [...files, 'package-lock.json', 'tsconfig.json', 'vite.config.ts'], () =>
    run('npm', ['run', '--silent', 'build'], { ...process.env, NODE_ENV: 'production' }),
  )
}
