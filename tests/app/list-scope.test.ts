import { expect, test } from 'vitest'
import { readListScope } from '#app/routes/school-list/read-list-scope.server.ts'

function scope(path: string, cookie = '') {
  const address = `http://localhost/schoollist/${path}`
  try {
    return readListScope({ context: {}, request: new Request(address, { headers: { cookie } }) })
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return { status: thrown.status, to: thrown.headers.get('location') }
  }
}

test('a district of exactly one other city redirects to that city', () => {
  expect(scope('tianhe/')).toEqual({ status: 302, to: '/schoollist/guangzhou/tianhe/' })
  expect(scope('天河/', 'position=1101')).toEqual({ status: 302, to: '/schoollist/guangzhou/tianhe/' })
})

test('a word of the current city, and one of all cities, stay there', () => {
  expect(scope('nanshan/')).toEqual({ status: 302, to: '/schoollist/shenzhen/nanshan/' })
  expect(scope('ib/', 'position=4401')).toEqual({ status: 302, to: '/schoollist/guangzhou/ib/' })
})

test('a district of another city is searched for by its name, not by its slug', () => {
  expect(scope('shenzhen/tianhe/')).toMatchObject({ scope: { q: '天河区' } })
})

test('a city in capitals is the city', () => {
  expect(scope('Shenzhen/')).toEqual({ status: 301, to: '/schoollist/shenzhen/' })
  expect(scope('GuangZhou/ib/')).toEqual({ status: 301, to: '/schoollist/guangzhou/ib/' })
})

test('an encoded slash belongs to the text that is searched for, and stores no city', () => {
  for (const [path, q] of [
    ['ib%2Fap/', 'ib/ap'],
    ['K12%2fabc/', 'K12/abc'],
    ['beijing%2Fib/', 'beijing/ib'],
    ['100%25%2F2/', '100%/2'],
  ] as const) {
    const found = scope(path)
    expect(found, path).toMatchObject({ scope: { city: { pinyin: 'shenzhen' }, q } })
    expect('headers' in found && found.headers.get('set-cookie'), path).toBeNull()
  }
  expect(scope('ib%2Fap/', 'position=4401')).toEqual({ status: 302, to: '/schoollist/guangzhou/ib%2Fap/' })
  expect(scope('guangzhou/ib%2Fap/')).toMatchObject({ scope: { city: { pinyin: 'guangzhou' }, q: 'ib/ap' } })
})

test('more than one segment is the text behind a city', () => {
  expect(scope('guangzhou/ib/ap/')).toMatchObject({ scope: { city: { pinyin: 'guangzhou' }, q: 'ib/ap' } })
  expect(scope('unknown/ib/')).toEqual({ status: 302, to: '/404/' })
})
