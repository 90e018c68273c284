import { once } from 'node:events'
import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { addressIn } from './address-in.ts'
import { clockShift, machineTime } from './run-clock.ts'
import { spawnSite } from './spawn-site.ts'
import { copyOf, embeddedTemplate, templateOf } from '../database/embedded-template.ts'

/**
 * A new data folder as a site of this build leaves it that made its sample content today. Sites of one build share the
 * pictures that they have made, since each takes a moment.
 */
export async function makeSampleDir(shiftMs = clockShift()): Promise<string> {
  const template = await sampleTemplate(shiftMs)
  const dataDir = await copyOf(template)
  const pictures = `${template}-renditions`
  mkdirSync(pictures, { recursive: true })
  symlinkSync(pictures, path.join(dataDir, 'renditions'))
  return dataDir
}

/** The folder that sites with sample content copy. */
export function sampleTemplate(shiftMs = clockShift()): Promise<string> {
  return templateOf(sampleKey(shiftMs), async (draft) => {
    await cp(await embeddedTemplate(), draft, { recursive: true })
    const site = spawnSite({ DATA_DIR: draft }, { shiftMs })
    await addressIn(site.stdout)
    site.kill('SIGTERM')
    await once(site, 'close')
  })
}

/** Changes with every build, and with the day in China: dates are counted from it. */
function sampleKey(shiftMs: number): string {
  const day = new Date(machineTime() + shiftMs + 8 * 3_600_000).toISOString().slice(0, 10)
  return `${day}-${Math.floor(statSync(path.join(projectRoot(), 'build/process/main.js')).mtimeMs)}`
}
