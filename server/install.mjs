import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { exclusively } from './install-lock.mjs'

/** Plain JavaScript: it runs before anything is installed. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Runs a program in the checkout and ends this process with its exit code when it fails. */
export function run(command, args, env = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

function digest(files, facts) {
  const hash = createHash('sha256').update(facts)
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/**
 * Does the work unless the stamp says that it was done for exactly these files and facts. A second process waits for the
 * work of the first, whatever it is: each would delete what the other makes.
 */
function once(stamp, { files, facts = '' }, work) {
  const file = path.join(root, stamp)
  const wanted = digest(files, facts)
  const isDone = () => existsSync(file) && readFileSync(file, 'utf8') === wanted
  if (isDone()) return
  exclusively(path.join(root, '.cache/install.lock'), () => {
    if (isDone()) return
    // Work that is broken off leaves nothing that fits an older stamp.
    rmSync(file, { force: true })
    work()
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, wanted)
  })
}

/** Installs the locked packages, with those for development, when the lock file has changed since the last time. */
export function install() {
  once('node_modules/.installed', { files: ['package-lock.json'] }, () =>
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

/** What a build is made of: not documents, nor what is read from server/deploy where the site runs. */
function sourcesOfBuild() {
  const deployed = path.join('server', 'deploy', path.sep)
  return [...sources('app'), ...sources('server'), ...sources('public')].filter(
    (file) => !file.endsWith('.md') && !file.startsWith(deployed),
  )
}

/** Builds pages and process when a source has changed since the last build. */
export function build() {
  const { imports, sideEffects, type } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const facts = JSON.stringify({ imports, sideEffects, type })
  const files = [...sourcesOfBuild(), 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
  once('build/.built', { files, facts }, () =>
    run('npm', ['run', '--silent', 'build'], { ...process.env, NODE_ENV: 'production' }),
  )
}
