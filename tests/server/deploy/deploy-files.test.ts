import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'
import { folderWith } from '#tests/support/operator/operator.ts'

const read = (name: string) => readFileSync(path.join(projectRoot(), 'server/deploy', name), 'utf8')
const valueOf = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

test('commands and timer beside the unit write and try backups where the unit may write, and remove old ones', () => {
  const state = `/var/lib/${valueOf(read('xuanxiao@.service'), 'StateDirectory')}/`
  const named = [...read('README.md').matchAll(/systemd-run .*--out (\S+)/g)].map(([, out = '']) => out)
  expect(named.length).toBeGreaterThan(0)
  for (const out of named) expect(out.startsWith(state), out).toBe(true)
  const backup = read('xuanxiao-backup.service')
  expect(`/var/lib/${valueOf(backup, 'StateDirectory')}/`).toBe(state)
  expect(valueOf(backup, 'ExecStart')).toContain(`--out ${state}backup-`)
  expect(backup).toContain(`backup --try "$$(ls -d ${state}backup-* | tail -n 1)"`)
  expect(valueOf(backup, 'ExecStartPost')).toMatch(
    new RegExp(`find ${state} .*-name backup-\\* -mtime \\+28 `),
  )
  expect(valueOf(read('xuanxiao-backup.timer'), 'OnCalendar')).not.toBe('')
  const paths = ['xuanxiao-backup.service', 'xuanxiao-backup.timer'].map((name) =>
    path.join(projectRoot(), 'server/deploy', name),
  )
  const verified = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
  // Of units that these depend on, a machine may have faults of its own; one without systemd verifies nothing.
  const faults = (verified.stderr ?? '').split('\n').filter((line) => line.includes('xuanxiao-backup'))
  expect(faults).toEqual([])
})

test('the replica of the compose file starts from the open folder of a volume, and after a copy that broke off', () => {
  const compose = z.object({
    services: z.object({ replica: z.looseObject({ command: z.array(z.string()) }) }),
  })
  const { command } = compose.parse(parse(read('compose.yaml'), { merge: true })).services.replica
  const folder = folderWith({})
  const data = path.join(folder, 'data')
  mkdirSync(data)
  writeFileSync(path.join(data, 'half'), '')
  chmodSync(data, 0o1777)
  // As the programs behave: the copy refuses a folder that is not empty, the server one that others may open.
  const programs = {
    pg_basebackup: '[ -z "$(ls -A "$PGDATA")" ] || exit 1\necho 15 > "$PGDATA/PG_VERSION"',
    postgres: '[ "$(stat -c %a "$PGDATA")" = 700 ] || exit 2\ntouch "$PGDATA/served"',
  }
  for (const [name, text] of Object.entries(programs))
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const run = spawnSync('bash', ['--norc', '-c', (command.at(-1) ?? '').replaceAll('$$', '$')], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: `${folder}:${process.env['PATH']}`, PGDATA: data },
  })
  expect(run.status, run.stderr).toBe(0)
  expect(statSync(path.join(data, 'served')).isFile()).toBe(true)
})

test('the alerts watch what is left for phones that the site does not know, of the day and of the hour', () => {
  const rules = read('alerts.yml')
    .split('- alert: ')
    .filter((rule) => rule.startsWith('Sms'))
    .join('')
  expect(rules).toContain('site_sms_left_today_for_new_phones')
  expect(rules).toContain('site_sms_left_this_hour_for_new_phones')
})

test('nginx waits for the staff area as long as its pages wait for an import', () => {
  const pages = ['imports', 'undo-import'].map((name) =>
    readFileSync(path.join(projectRoot(), `app/staff/routes/imports/${name}.tsx`), 'utf8'),
  )
  const longest = Math.max(
    ...pages.map((text) => Number((/timeout = ([\d_]+)/.exec(text)?.[1] ?? '').replaceAll('_', ''))),
  )
  const staff = /location \/staff\/ \{([^}]*)\}/.exec(read('nginx.conf'))?.[1] ?? ''
  expect(longest).toBe(60_000)
  expect(Number(/proxy_read_timeout (\d+)s;/.exec(staff)?.[1]) * 1000).toBeGreaterThan(longest)
})
