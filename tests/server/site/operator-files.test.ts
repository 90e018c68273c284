import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { withOperatorFiles } from '#server/site/operator-files.ts'
import { openStaticFiles } from '#server/site/static-files.ts'

/** The files of a site whose build and whose operator have these. */
async function filesOf(build: readonly string[], own: readonly string[], securityContact?: string) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'operator-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (folder: string, names: readonly string[]) => {
    for (const name of names) {
      mkdirSync(path.dirname(path.join(root, folder, name)), { recursive: true })
      writeFileSync(path.join(root, folder, name), `${folder} ${name}`)
    }
  }
  write('build', build)
  write('own', own)
  const files = await withOperatorFiles(await openStaticFiles(path.join(root, 'build')), {
    folder: path.join(root, 'own'),
    securityContact,
    publicOrigin: 'https://school.example',
    now: () => new Date('2026-11-29T05:00:00Z'),
  })
  return async (pathname: string, method = 'GET') => {
    const answer = files.answer(new Request(`https://school.example${pathname}`, { method }), pathname)
    return answer === undefined ? undefined : await answer.text()
  }
}

test('files that an engine gives out to verify the site are served; those of the build come first', async () => {
  const names = [
    'baidu_verify_codeva-x.html',
    'sogousiteverification.txt',
    'BingSiteAuth.xml',
    '.well-known/a.txt',
  ]
  const ask = await filesOf(['robots.txt'], [...names, 'robots.txt', 'deep/a.txt', '.env', 'assets/app.js'])
  for (const name of names) expect(await ask(`/${name}`)).toBe(`own ${name}`)
  expect(await ask('/robots.txt')).toBe('build robots.txt')
  for (const hidden of [
    '/deep/a.txt',
    '/.env',
    '/assets/app.js',
    '/unknown.txt',
    '/.well-known/security.txt',
  ])
    expect(await ask(hidden)).toBeUndefined()
})

test('a folder that is not there gives nothing', async () => {
  const ask = await filesOf(['robots.txt'], [])
  expect(await ask('/robots.txt')).toBe('build robots.txt')
  expect(await ask('/a.txt')).toBeUndefined()
})

test('security.txt has the contact of the setting, and ends within a year', async () => {
  const ask = await filesOf(['robots.txt'], [], 'security@school.example')
  expect(await ask('/.well-known/security.txt')).toBe(
    [
      'Contact: mailto:security@school.example',
      'Expires: 2027-05-28T00:00:00.000Z',
      'Preferred-Languages: zh, en',
      'Canonical: https://school.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  expect(await ask('/.well-known/security.txt', 'HEAD')).toBe('')
  expect(await ask('/.well-known/security.txt', 'POST')).toBeUndefined()
  const page = await filesOf([], [], 'https://school.example/report/')
  expect(await page('/.well-known/security.txt')).toMatch(/^Contact: https:\/\/school\.example\/report\/\n/)
})

test.each(['security', 'http://school.example/', 'javascript:alert(1)'])('%s is no contact', (contact) => {
  expect(() => readConfig({ NODE_ENV: 'test', SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT')
})
