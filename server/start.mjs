import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, install, root } from './install.mjs'

/** `npm start`: installs what is missing, builds what has changed, serves the site. */
install()
build()

const nodeOptions = JSON.parse(readFileSync(path.join(root, 'server/deploy/node-options.json'), 'utf8'))
const main = spawn(process.execPath, [...nodeOptions.flags, path.join(root, 'build/process/main.js')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...nodeOptions.environment, ...process.env, NODE_ENV: 'production' },
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => main.kill(signal))
main.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
