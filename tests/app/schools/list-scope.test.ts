import { expect, test } from 'vitest'
import { listSchools } from '#server/contract/schools/schools.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import { listOf, noFacets, sampleApi } from '#tests/support/routes/sample-api.ts'
import { readListScope } from '#app/routes/school-list/read-list-scope.server.ts'

async function scope(path: string, cookie = '', { fetchApi } = sampleApi()) {
  const address = `http://localhost/schoollist/${path}`
  try {
    return await readListScope({
      context: { fetchApi, pageSecret: 'a secret of the tests' },
      request: new Request(address, { headers: { cookie } }),
    })
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return { status: thrown.status, to: thrown.headers.get('location') }
  }
}

test('a district of exactly one other city redirects to that city', async () => {
  expect(await scope('tianhe/')).toEqual({ status: 302, to: '/schoollist/guangzhou/tianhe/' })
  expect(await scope('天河/', 'position=1101')).toEqual({ status: 302, to: '/schoollist/guangzhou/tianhe/' })
})

test('a word of the current city, and one of all cities, stay there', async () => {
  expect(await scope('nanshan/')).toEqual({ status: 302, to: '/schoollist/shenzhen/nanshan/' })
  expect(await scope('ib/', 'position=4401')).toEqual({ status: 302, to: '/schoollist/guangzhou/ib/' })
})

test('a district of another city is searched for by its name, not by its slug', async () => {
  expect(await scope('shenzhen/tianhe/')).toMatchObject({ scope: { q: '天河区' } })
})

test('a city in capitals is the city', async () => {
  expect(await scope('Shenzhen/')).toEqual({ status: 301, to: '/schoollist/shenzhen/' })
  expect(await scope('GuangZhou/ib/')).toEqual({ status: 301, to: '/schoollist/guangzhou/ib/' })
})

test('an encoded slash belongs to the text that is searched for, and stores no city', async () => {
  for (const [path, q] of [
    ['ib%2Fap/', 'ib/ap'],
    ['K12%2fabc/', 'K12/abc'],
    ['beijing%2Fib/', 'beijing/ib'],
    ['100%25%2F2/', '100%/2'],
  ] as const) {
    const found = await scope(path)
    expect(found, path).toMatchObject({ scope: { city: { pinyin: 'shenzhen' }, q } })
    expect('headers' in found && found.headers.get('set-cookie'), path).toBeNull()
  }
  expect(await scope('ib%2Fap/', 'position=4401')).toEqual({
    status: 302,
    to: '/schoollist/guangzhou/ib%2Fap/',
  })
  expect(await scope('guangzhou/ib%2Fap/')).toMatchObject({
    scope: { city: { pinyin: 'guangzhou' }, q: 'ib/ap' },
  })
})

test('more than one segment is the text behind a city', async () => {
  expect(await scope('guangzhou/ib/ap/')).toMatchObject({
    scope: { city: { pinyin: 'guangzhou' }, q: 'ib/ap' },
  })
  expect(await scope('unknown/ib/')).toEqual({ status: 302, to: '/404/' })
})

test('a text that names a term is a search while nobody knows of all schools whether they belong to it', async () => {
  const api = () =>
    sampleApi(answer(listSchools, { ...listOf([]), facets: noFacets, unknown: { kind: 284 } }))
  expect(await scope('shenzhen/国际/', '', api())).toMatchObject({ scope: { q: '国际' } })
  expect(await scope('国际/', '', api())).toEqual({
    status: 302,
    to: `/schoollist/shenzhen/${encodeURIComponent('国际')}/`,
  })
  expect(await scope('shenzhen/小学/', '', api())).toEqual({
    status: 302,
    to: '/schoollist/shenzhen/primary/',
  })
  expect(await scope('shenzhen/international/', '', api())).toMatchObject({
    scope: { word: { slug: 'international' } },
  })
  expect(await scope('shenzhen/国际/')).toEqual({ status: 302, to: '/schoollist/shenzhen/international/' })
})
