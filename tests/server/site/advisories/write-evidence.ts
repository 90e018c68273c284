import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { versionsOf } from './installed-versions.ts'
import { vexOf } from './vex.ts'

/**
 * `npm run evidence -- FOLDER`: writes the bill of materials of what runs (`sbom.json`, CycloneDX) and what is known of the
 * advisories on it (`openvex.json`).
 */
const folder = path.resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? 'evidence')
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: projectRoot(), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

mkdirSync(folder, { recursive: true })
const sbom = run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev')
writeFileSync(path.join(folder, 'sbom.json'), sbom)
const vex = vexOf({ commit: run('git', 'rev-parse', 'HEAD').trim(), at: new Date(), versionsOf })
writeFileSync(path.join(folder, 'openvex.json'), `${JSON.stringify(vex, undefined, 2)}\n`)
