import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { addressIn } from './address-in.ts'
import { copyOf, embeddedTemplate, templateOf } from '../database/embedded-template.ts'

/**
 * A new data folder as a site of this build leaves it that made its sample content today. Sites of one build share the
 * pictures that they have made, since each takes a moment.
 */
export async function makeSampleDir(): Promise<string> {
  const template = await sampleTemplate()
  const dataDir = await copyOf(template)
  const pictures = `${template}-renditions`
  mkdirSync(pictures, { recursive: true })
  symlinkSync(pictures, path.join(dataDir, 'renditions'))
  return dataDir
}

/** The folder that sites with sample content copy. */
export function sampleTemplate(): Promise<string> {
  return templateOf(sampleKey(), async (draft) => {
    await cp(await embeddedTemplate(), draft, { recursive: true })
    const site = spawn(process.execPath, [program()], {
      cwd: projectRoot(),
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', DATA_DIR: draft },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await addressIn(site.stdout)
    site.kill('SIGTERM')
    await once(site, 'close')
  })
}

/** Changes with every build, and with the day in China: dates are counted from it. */
function sampleKey(): string {
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  return `${day}-${Math.floor(statSync(program()).mtimeMs)}`
}

function program(): string {
  return path.join(projectRoot(), 'build/process/main.js')
}
