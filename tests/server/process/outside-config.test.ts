import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { unverifiedHosts } from '#server/network/database-tls.ts'

const configOf = (variables: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...variables })

test('WeChat and the maps service are off without their variables', () => {
  expect(configOf({})).not.toHaveProperty('wechat')
  expect(configOf({})).not.toHaveProperty('maps')
})

test('both variables of a pair turn it on', () => {
  expect(configOf({ WECHAT_APP_ID: 'wx01', WECHAT_SECRET: 'secret' }).wechat).toEqual({
    appId: 'wx01',
    secret: 'secret',
  })
  expect(configOf({ MAPS_KEY: 'key', MAPS_APP: 'app' }).maps).toEqual({ key: 'key', app: 'app' })
})

test.each([
  ['WECHAT_APP_ID', 'WECHAT_SECRET'],
  ['WECHAT_SECRET', 'WECHAT_APP_ID'],
  ['MAPS_KEY', 'MAPS_APP'],
  ['MAPS_APP', 'MAPS_KEY'],
])('%s alone stops the start, which names %s', (given, missing) => {
  expect(() => configOf({ [given]: 'value' })).toThrow(`配置有误：${missing}：要和 ${given} 一起设置`)
})

test('databases on other machines are named unless their certificate is verified', () => {
  const hosts = ['127.0.0.1', '[::1]', 'localhost', 'database', '10.0.0.5', 'db.example', '[2001:db8::1]']
  const unverified = (query: string) =>
    unverifiedHosts(hosts.map((host) => `postgres://site:secret@${host}:5432/site${query}`))
  const others = ['10.0.0.5', 'db.example', '[2001:db8::1]']
  for (const query of ['', '?sslmode=disable', '?sslmode=no-verify', '?sslmode=require'])
    expect(unverified(query)).toEqual(others)
  expect(unverified('?sslmode=verify-full')).toEqual([])
})
