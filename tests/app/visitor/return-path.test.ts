import { expect, test } from 'vitest'
import { safeReturnPath } from '#app/visitor/return-path.ts'

/** Ways of leading a reader elsewhere by a `redirect` parameter, by family. */
const hostile = {
  'scheme-relative': [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
  ],
  'a control sign in it': [
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\0/evil.example',
    '/\u0001/x',
  ],
  'a control sign before it': ['\t//evil.example', '\n/ok/', ' //evil.example', '\u0001//evil.example'],
  encoded: [
    '/%2f/evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/%252fevil.example',
  ],
  'encoded line breaks': [
    '/ok%0d%0aLocation:%20http://evil.example',
    '/ok%250d%250aSet-Cookie:a=b',
    '/ok?a=%0d%0ab',
  ],
  schemes: [
    'https://evil.example',
    'https:/evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'http:///e.x',
  ],
  userinfo: [
    '@evil.example',
    'localhost@evil.example',
    'localhost:80@evil.example',
    '//localhost@evil.example/',
  ],
  'a suffix of the host': ['.evil.example', ':80@evil.example', 'localhost.evil.example/'],
  'dot segments': [
    '/a/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/%2e%2e/%2fevil.example',
  ],
  'other scripts of dots and slashes': ['//evil。example', '//ⓔvil.example'],
  addresses: ['//2130706433/', '//[::1]/', '//0x7f.1/', 'http://127.0.0.1/'],
  'schemes that run': [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
  ],
  'other schemes': ['vbscript:x', 'file:///etc/passwd', 'blob:https://evil.example/x'],
  'a login inside a login': ['/login/', '/login/?redirect=//evil.example', '/LOGIN/', '/login'],
  'no page': [
    '/api/center/info',
    '/api/center/info/',
    '/API/center/info',
    '/%61pi/center/info',
    '/api?x=1',
    '/_root.data',
    '/personal.data',
    '/schoollist/shenzhen/ib.data?_routes=x',
    '/media/qr/school/1/',
    '/assets/root.js',
    '/builds/latest.json',
    '/robots.txt',
    '/robots.txt/',
    '/sitemap.xml',
    '/sitemap/schools-1/',
    '/news/shenzhen/feed.xml',
    '/openday/shenzhen/calendar.ics?ids=1',
    '/favicon.ico',
    '/nojs.gif',
    '/kiosk-worker.js',
    '/visitor/?profile=1',
    '/lite/?on=1',
    '/logout/',
    '/healthz',
    '/metrics',
  ],
  nothing: ['', ' ', '404', '/404/'],
  'too much': [`/${'a'.repeat(7000)}`],
}

for (const [family, values] of Object.entries(hostile)) {
  test.each(values)(`${family}: %j is no return path`, (value) => {
    expect(safeReturnPath(value)).toBeUndefined()
  })
}

test.each([undefined, null])('%s is no return path', (value) => {
  expect(safeReturnPath(value)).toBeUndefined()
})

test.each([
  ['/', '/'],
  ['/personal/edit/', '/personal/edit/'],
  ['/mycollect/?sort=newest&page=2', '/mycollect/?sort=newest&page=2'],
  ['/schoollist/国际/', '/schoollist/%E5%9B%BD%E9%99%85/'],
  ['/schoollist/%E5%9B%BD%E9%99%85/', '/schoollist/%E5%9B%BD%E9%99%85/'],
  ['/search/?q=国际 学校', '/search/?q=%E5%9B%BD%E9%99%85%20%E5%AD%A6%E6%A0%A1'],
  ['/school/12/#ask', '/school/12/#ask'],
  ['/search/?q=a//b', '/search/?q=a//b'],
  ['/search/?q=a.txt', '/search/?q=a.txt'],
  ['/schoollist/shenzhen/i.b/', '/schoollist/shenzhen/i.b/'],
  ['/mycollect', '/mycollect'],
  ['/coursea-level/shenzhen/', '/coursea-level/shenzhen/'],
  ['/staff/exports/schools.csv', '/staff/exports/schools.csv'],
])('%j is a return path, in characters that a header can contain', (given, expected) => {
  expect(safeReturnPath(given)).toBe(expected)
})

test('no accepted path leaves the site or breaks a header', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '%2f',
    '%5c',
    '%2e',
    '@',
    ':',
    '?',
    '#',
    'e.x',
    '国',
    '\t',
    '%0a',
    ';',
    '／',
    '\ud800',
  ]
  for (const first of pieces) {
    for (const second of pieces) {
      for (const third of pieces) {
        const passed = safeReturnPath(`/${first}${second}${third}evil.example/`)
        if (passed === undefined) continue
        expect(new URL(passed, 'https://site.example').origin).toBe('https://site.example')
        expect(passed).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      }
    }
  }
})
