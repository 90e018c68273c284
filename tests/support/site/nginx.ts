import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '#server/db/project-root.ts'
import { freePort } from '../database/postgres.ts'

/** A running nginx with the product's configuration over some processes. */
export type Nginx = {
  /** The origin over TLS. */
  url: string
  /** The port of plain HTTP. */
  plainPort: number
  /** What its certificate is checked against. */
  certificate: string
  stop: () => Promise<void>
}

/** The program, where it is installed. */
export function findNginx(): string | undefined {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(path.delimiter)]
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file))
}

/**
 * Starts nginx with `server/deploy/nginx.conf`, of which only places are changed: ports, files, the account. It
 * spreads over processes on these ports.
 */
export async function startNginx(program: string, processes: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-nginx-'))
  for (const name of ['tls', 'log', 'cache', 'scratch']) mkdirSync(path.join(folder, name))
  makeCertificate(path.join(folder, 'tls'))
  const [port, plainPort] = [await freePort(), await freePort()]
  const servers = ['max_fails=1 fail_timeout=1s', 'max_fails=0 backup'].flatMap((how) =>
    processes.map((each) => `server 127.0.0.1:${each} ${how};`),
  )
  writeFileSync(path.join(folder, 'xuanxiao-processes.conf'), servers.join('\n'))
  writeFileSync(path.join(folder, 'xuanxiao-name.conf'), 'server_name 127.0.0.1;')
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, inFolder(folder, { port, plainPort }))
  const looked = spawnSync(program, ['-t', '-c', file, '-e', path.join(folder, 'log/error.log')], {
    encoding: 'utf8',
  })
  if (looked.status !== 0) throw new Error(`nginx refuses its configuration:\n${looked.stderr}`)
  const child = spawn(program, ['-c', file, '-e', path.join(folder, 'log/error.log'), '-g', 'daemon off;'], {
    stdio: 'ignore',
  })
  const url = `https://127.0.0.1:${port}`
  await answering(plainPort)
  return {
    url,
    plainPort,
    certificate: readFileSync(path.join(folder, 'tls/fullchain.pem'), 'utf8'),
    async stop() {
      child.kill('SIGQUIT')
      const gaveUp = setTimeout(() => child.kill('SIGTERM'), 2000)
      if (child.exitCode === null) await once(child, 'exit')
      clearTimeout(gaveUp)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function inFolder(folder: string, { port, plainPort }: { port: number; plainPort: number }): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/scratch/${name};`,
  )
  const account = process.getuid?.() === 0 ? 'user root;\n' : ''
  const text = readFileSync(path.join(projectRoot(), 'server/deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/tls', `${folder}/tls`)
    .replaceAll('/etc/nginx/xuanxiao-', `${folder}/xuanxiao-`)
    .replaceAll('/var/log/nginx', `${folder}/log`)
    .replaceAll('/var/cache/nginx', `${folder}/cache`)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('http {', `http {\n${scratch.join('\n')}`)
  return account + text
}

function makeCertificate(folder: string): void {
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
  const made = spawnSync('openssl', [...words.split(' '), ...files])
  if (made.status !== 0) throw new Error(`no certificate: ${made.stderr.toString()}`)
}

async function answering(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => undefined)
    if (answer !== undefined) return
    await wait(20)
  }
}
