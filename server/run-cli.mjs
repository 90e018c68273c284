import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { build, install, root } from './install.mjs'

/** `npm run import`, `npm run sample`: installs and builds what is missing, then runs the command. */
install()
build()
const cli = path.join(root, 'build/process/cli.js')
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
