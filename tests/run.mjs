import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build, install, root } from '../server/install.mjs'

/**
 * `npm test`: installs what is missing, then runs every check and every suite, and ends with their sum.
 * `npm run test:fast` (--fast): in under two minutes lint and types, the units, every loader and action, and the API's tests
 * that what changed can reach; neither a build nor a browser.
 * `npm run prove` (--prove): the long proofs at full size instead; `npm run bench` (--bench): figures, no tests; what
 * stands behind it (`-- --quick`) is for the benchmark.
 */

/** Files whose pages show what sample content has on a day; a proof runs them on later days as well. */
const ofTheDay = ['run-clock', 'pages', 'documents/route-table', 'documents/structured-data'].map(
  (name) => `tests/e2e/${name}.test.ts`,
)

const sum = { passed: 0, failed: 0, skipped: 0 }
const skips = []
/** What failed, and what passed only at a later attempt, each with its name and the first line of why. */
const failures = []
const laterAttempts = []
const started = Date.now()
const loadAtStart = os.loadavg()
/** Seconds of each part of the run, by its name, and of each file of tests. */
const parts = {}
const files = {}

function call(command, args, env = {}) {
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
  )
}

/** Tools of `npm run check`, two at a time, each counted as one test; what they print comes when they end. */
async function check(...names) {
  const workOff = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const tool = spawn('npm', ['run', '--silent', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      const printed = []
      for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (text) => printed.push(text))
      const [status] = await once(tool, 'close')
      const text = Buffer.concat(printed).toString()
      console.log(`\n── ${name}\n${text}`)
      if (status === 0) sum.passed += 1
      else noteFailure(`npm run ${name}`, firstLines(text, 5))
    }
  }
  await Promise.all([workOff(), workOff()])
}

/** Builds beside the checks, which need no build; one that fails ends the run. */
async function buildAside() {
  const program = `import { build } from './server/install.mjs'; build()`
  const args = ['--input-type=module', '--eval', program]
  const [status] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'close')
  if (status === 0) return
  noteFailure('npm run build', 'the build failed, so that nothing else was run; its output stands above')
  end()
}

function noteFailure(name, message) {
  sum.failed += 1
  failures.push({ name, message })
}

/** The first lines that say something. */
function firstLines(text, count) {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .slice(0, count)
    .join('\n    ')
}

/** One or more Vitest projects, or some of their files; their tests are counted from the report of `run-outcome.ts`. */
function suite(projects, ...only) {
  const since = Date.now()
  const name = projects.join(', ')
  console.log(`\n── ${name}`)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tests-'))
  const report = path.join(folder, 'outcome.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=./tests/support/runner/run-outcome.ts']
  const passed = call('npx', ['vitest', 'run', ...chosen, ...reporters, ...only], { RUN_OUTCOME: report })
  try {
    const outcome = JSON.parse(readFileSync(report, 'utf8'))
    for (const state of Object.keys(sum)) sum[state] += outcome[state]
    failures.push(...outcome.failures)
    laterAttempts.push(...outcome.laterAttempts)
    Object.assign(files, outcome.seconds)
    if (!passed && outcome.failed === 0) noteFailure(name, 'Vitest failed and named no test')
  } catch {
    noteFailure(name, 'Vitest ended without a report')
  }
  rmSync(folder, { recursive: true, force: true })
  noteSeconds(name, since)
}

/** The same on an engine that is not the suites' own choice. */
function suiteOn(engine, projects, ...only) {
  process.env.ENGINE = engine
  suite(projects, ...only)
  delete process.env.ENGINE
}

/** A part that needs a program which is neither there nor to be had is skipped, and says so. */
function needs(program, skipped) {
  const { status, stdout } = spawnSync('npx', ['tsx', `tests/support/runner/find-${program}.ts`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) return true
  skips.push(`${skipped}: ${stdout.trim()}`)
  sum.skipped += 1
  return false
}

function withoutFirefox() {
  return needs('firefox', 'the journeys in Firefox') ? [] : ['--exclude=**/firefox.test.ts']
}

install()
if (process.argv.includes('--bench')) {
  build()
  const args = process.argv.slice(process.argv.indexOf('--bench') + 1)
  process.exit(call('npx', ['tsx', 'tests/bench/run.ts', ...args]) ? 0 : 1)
} else if (process.argv.includes('--prove')) {
  build()
  for (const days of [10, 30, 90, 180, 365]) {
    process.env.DAYS_LATER = String(days)
    suite(['e2e'], ...ofTheDay)
  }
  delete process.env.DAYS_LATER
  process.env.PROVE = '1'
  const hasServer = needs('postgres', 'what meets a PostgreSQL server')
  const withoutServer = hasServer ? [] : ['--exclude=tests/machine/processes/**']
  suite(['machine', 'browsers', 'e2e', 'alone'], ...withoutServer, ...withoutFirefox())
  if (hasServer) suiteOn('postgres', ['machine'], 'tests/machine/killed')
  suiteOn('embedded', ['server', 'embedded'])
} else if (process.argv.includes('--fast')) {
  await fast()
} else {
  await everything()
  noteTime()
}

end()

/** The last lines, often all that is kept of a run: what was skipped, what was unsteady, what failed, and the sum. */
function end() {
  for (const skip of skips) console.log(`\nskipped: ${skip}`)
  for (const { name, message } of laterAttempts)
    console.log(`\npassed at a later attempt: ${name}\n    ${message}`)
  for (const { name, message } of failures) console.log(`\nfailed: ${name}\n    ${message}`)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  process.exit(sum.failed === 0 ? 0 : 1)
}

async function fast() {
  const types = check('lint')
  suite(['app'])
  suite(['server'], '--changed', changedSince(), '--passWithNoTests', 'tests/server/http', 'tests/server/db')
  await types
}

/** CHANGED_SINCE, else where this branch left main; on main itself the last commit but one, unless files are changed. */
function changedSince() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const given = process.env.CHANGED_SINCE
  if (given) return given
  const base = git('merge-base', 'HEAD', 'main') || git('merge-base', 'HEAD', 'origin/main') || 'HEAD'
  const isHere = base === 'HEAD' || base === git('rev-parse', 'HEAD')
  return isHere && git('status', '--porcelain') === '' ? 'HEAD~1' : base
}

/** What changed since then, files that are not committed among them; undefined where there is no such commit. */
function changedFiles(since) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const changed = git('diff', '--name-only', since)
  if (changed.status !== 0) return undefined
  return `${changed.stdout}${git('ls-files', '--others', '--exclude-standard').stdout}`.trim().split('\n')
}

/**
 * The folders of tests/machine whose subject changed: each runs when its own files did, or what `about.json` names beside
 * it. The others are named, and count for nothing.
 */
function changedSubjects() {
  const about = JSON.parse(readFileSync(path.join(root, 'tests/machine/about.json'), 'utf8'))
  const since = changedSince()
  const changed = changedFiles(since)
  const isOf = (file, place) => file === place || file.startsWith(`${place}/`)
  const due = Object.keys(about).filter(
    (subject) =>
      changed === undefined ||
      [`tests/machine/${subject}`, ...about[subject]].some((place) =>
        changed.some((file) => isOf(file, place)),
      ),
  )
  const left = Object.keys(about).filter((subject) => !due.includes(subject))
  if (left.length > 0) console.log(`\nleft to npm run prove, unchanged since ${since}: ${left.join(', ')}`)
  return due
}

async function everything() {
  await Promise.all([buildAside(), check('format', 'lint', 'boundaries', 'unused')])
  noteSeconds('checks and build', started)
  const hasServer = needs('postgres', 'what meets a PostgreSQL server')
  suite(['app', 'server', 'embedded'])
  const due = changedSubjects().filter((subject) => hasServer || subject !== 'processes')
  const folders = due
    .filter((subject) => subject !== 'browsers')
    .map((subject) => `tests/machine/${subject}/`)
  if (folders.length > 0) suite(['machine', 'alone'], ...folders)
  if (!needs('browser', 'the browser suite')) return
  suite(['e2e'])
  if (due.includes('browsers')) suite(['browsers'], ...withoutFirefox())
}

function noteSeconds(part, since) {
  parts[part] = (Date.now() - since) / 1000
}

/** How long all of it took, and what else the machine did (load averages), for the benchmark's table. */
function noteTime() {
  const cache = path.join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const ended = Date.now()
  const noted = {
    ended: new Date(ended).toISOString(),
    seconds: (ended - started) / 1000,
    failed: sum.failed,
    parts,
    files,
    load: { start: loadAtStart, end: os.loadavg() },
  }
  writeFileSync(path.join(cache, 'last-test-run.json'), JSON.stringify(noted))
  for (const [part, seconds] of Object.entries(parts)) console.log(`${part}: ${Math.round(seconds)} s`)
  const load = [loadAtStart, os.loadavg()].map(([minute]) => minute.toFixed(1))
  console.log(`load of the machine: ${load.join(' at the start, ')} at the end`)
}
