import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Plain JavaScript: it runs before anything is installed. */

const askEveryMs = 200
/** How long a lock that was taken over must stay unchanged: another process may take it over at the same moment. */
const unchangedForMs = 1000

/**
 * Does the work while no other process on this machine does any under the same lock, a file that says who has it: waits
 * for a process that is alive, takes over the lock of one that is not.
 */
export function exclusively(lock, work) {
  mkdirSync(path.dirname(lock), { recursive: true })
  const me = nameOf(process.pid)
  const own = `${lock}.${process.pid}`
  writeFileSync(own, me)
  const release = () => {
    rmSync(own, { force: true })
    if (read(lock) === me) rmSync(lock, { force: true })
  }
  // Also when the work ends the process.
  process.once('exit', release)
  try {
    acquire(lock, { own, me })
    return work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function acquire(lock, { own, me }) {
  let named = ''
  while (!isLinked(own, lock)) {
    const owner = read(lock)
    if (owner === undefined) continue
    if (!isAlive(owner)) {
      renameSync(own, lock)
      sleep(unchangedForMs)
      if (read(lock) === me) return
      writeFileSync(own, me)
      continue
    }
    if (named !== owner)
      console.error(`waiting for process ${owner.split(' ')[0]}, which installs or builds here`)
    named = owner
    sleep(askEveryMs)
  }
}

/** Gives a file a second name at once, with what it says; false when that name is there. */
function isLinked(file, name) {
  try {
    linkSync(file, name)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A process by its number and, on Linux, its start, since numbers are used again. */
function nameOf(pid) {
  const { start } = factsOf(pid)
  return start === undefined ? String(pid) : `${pid} ${start}`
}

/** The state of a process and its start in ticks since the machine's; none where there is no /proc, or no such process. */
function factsOf(pid) {
  try {
    // After the command's name in parentheses, which may hold spaces and parentheses.
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { state: facts[0], start: facts[19] }
  } catch {
    return {}
  }
}

function isAlive(name) {
  const pid = Number(name.split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return nameOf(pid) === name && factsOf(pid).state !== 'Z'
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
