/** Entry point of the process that works on pictures: the only one that loads the image library. One task at a time. */
import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { limitMessage, readyMessage, type PictureReply, type PictureTask } from '../images/picture-tasks.ts'
import { cleanImage } from './clean-image.ts'
import { drawPoster } from './draw-poster.ts'
import { inspectImage } from './inspect-image.ts'
import { loadSharp } from './load-sharp.ts'
import { renderPicture } from './render-picture.ts'

/** Of the highest 20: pages, calls and the database go first. */
const niceness = 10
/** A picture of a phone takes some 300 MB at most. */
const maxMemoryBytes = 768 * 1024 * 1024
/** Of a processor, whatever else the machine does; a picture of a phone takes 3 s at most. */
const maxProcessorSeconds = 20
const checkEveryMs = 50

/** Not by exit(), which waits for the library's threads. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

function work(task: PictureTask): Promise<unknown> {
  if (task.kind === 'inspect') return inspectImage(task.bytes)
  if (task.kind === 'clean') return cleanImage(task.bytes, task)
  if (task.kind === 'render') return renderPicture(task.original, task)
  return drawPoster(task.poster, task.cover, task.site)
}

async function replyTo(task: PictureTask): Promise<PictureReply> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const isBeyond = user + system > maxProcessorSeconds * 1e6
    if (isBeyond || process.memoryUsage.rss() > maxMemoryBytes) process.send?.(limitMessage, end)
  }, checkEveryMs)
  try {
    return { result: await work(task) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  } finally {
    clearInterval(watch)
  }
}

/** On Linux the priority is that of a thread, and those of the library's work exist by now. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return setPriority(niceness)
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness)
  // Where the machine runs out of memory, this process goes first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
}

// The server decides when this process ends; a signal to its group is not meant for a picture under way.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', end)

process.on('message', (task: PictureTask) => void replyTo(task).then((reply) => process.send?.(reply)))
await loadSharp()
try {
  lowerPriority()
} catch {
  // A sandbox may forbid it; pictures are made all the same.
}
process.send?.(readyMessage)
