import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { build, install, root } from './install.mjs'

/**
 * `npm run import`, `npm run sample`: installs and builds what is missing, then runs the command. In production, and where
 * there are no sources, the build that is there runs as it is.
 */
const cli = path.join(root, 'build/process/cli.js')
const isInstalled = process.env.NODE_ENV === 'production' || !existsSync(path.join(root, 'vite.config.ts'))
if (!isInstalled || !existsSync(cli)) {
  install()
  build()
}
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
