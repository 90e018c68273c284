import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { hashOfBytes } from '#server/services/media/images/image-name.ts'
import { openS3Store } from '#server/services/media/images/s3-store.ts'
import { openFolderStore, type ImageStore } from '#server/services/media/images/store.ts'
import { startS3 } from '#tests/support/api/s3-server.ts'

const bytes = Buffer.from('a picture as far as a store can tell')
const hash = hashOfBytes(bytes)

async function storeOf(kind: string): Promise<ImageStore> {
  if (kind === 'bucket') return openS3Store((await startS3()).config)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return openFolderStore(folder)
}

test.each(['folder', 'bucket'])('a %s returns what it stores, and nothing else', async (kind) => {
  const store = await storeOf(kind)
  expect(await store.get(hash)).toBeUndefined()
  await store.put(`${hash}.jpg`, bytes)
  await store.put(`${hash}.jpg`, bytes)
  expect((await store.get(hash))?.equals(bytes)).toBe(true)
  expect(await store.get('0'.repeat(32))).toBeUndefined()
  expect([await store.has(hash), await store.has('0'.repeat(32))]).toEqual([true, false])
  await expect(store.put('../../etc/passwd', bytes)).rejects.toThrow(RangeError)
  for (const gone of [hash, hash]) await store.remove(gone)
  expect([await store.has(hash), await store.get(hash)]).toEqual([false, undefined])
})

test('an upload to a bucket is signed, sent once, and has its content type', async () => {
  const { config, objects, calls } = await startS3()
  const store = openS3Store(config)
  await store.put(`${hash}.png`, bytes)
  await store.put(`${hash}.png`, bytes)
  expect(calls).toEqual(['HEAD 404', 'PUT 200', 'HEAD 200'])
  expect([...objects]).toEqual([[`/school-pictures/images/${hash}`, { body: bytes, type: 'image/png' }]])
  await store.put(`${'1'.repeat(32)}.jpg`, bytes)
  expect(objects.get(`/school-pictures/images/${'1'.repeat(32)}`)?.type).toBe('image/jpeg')
})

test('another key is refused by the bucket, and the failure names no secret', async () => {
  const { config } = await startS3()
  const store = openS3Store({ ...config, secretKey: 'wrong-secret' })
  const failure = await store.get(hash).catch((error: unknown) => String(error))
  expect(failure).toContain('403')
  expect(failure).not.toContain('wrong-secret')
})

test('a failed call is tried once more, then aborted', async () => {
  const { config, failures, calls } = await startS3()
  const store = openS3Store(config)
  failures.push(500)
  await store.put(`${hash}.jpg`, bytes)
  failures.push(503)
  expect((await store.get(hash))?.equals(bytes)).toBe(true)
  failures.push(503, 503)
  await expect(store.get(hash)).rejects.toThrow('503')
  expect(calls.at(-1)).toBe('GET 503')
})

test('a bucket that is not there is an error, not a picture that is kept', async () => {
  const { config } = await startS3()
  const store = openS3Store({ ...config, bucket: 'another-bucket' })
  await expect(store.put(`${hash}.jpg`, bytes)).rejects.toThrow('another-bucket')
})

const configOf = (given: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...given })

const whole = {
  S3_ENDPOINT: 'https://s3.example.cn',
  S3_BUCKET: 'pictures',
  S3_REGION: 'cn-1',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
}

test('the bucket is configured whole or not at all', () => {
  expect(configOf({}).s3).toBeUndefined()
  expect(configOf(whole).s3).toEqual({
    endpoint: 'https://s3.example.cn',
    bucket: 'pictures',
    region: 'cn-1',
    accessKey: 'a',
    secretKey: 'b',
  })
  for (const name of Object.keys(whole)) {
    expect(() => configOf({ ...whole, [name]: '' })).toThrow(`配置有误：${name}：要和 `)
  }
  expect(() => configOf({ ...whole, S3_ENDPOINT: 'https://s3.example.cn/path' })).toThrow('S3_ENDPOINT')
  expect(() => configOf({ ...whole, S3_ENDPOINT: 'ftp://s3.example.cn' })).toThrow('S3_ENDPOINT')
  expect(() => configOf({ ...whole, S3_BUCKET: '../other' })).toThrow('S3_BUCKET')
})

test('the size of the picture cache is a number of megabytes', () => {
  expect(configOf({}).pictureCacheBytes).toBe(512 * 1024 * 1024)
  expect(configOf({ PICTURE_CACHE_MB: '64' }).pictureCacheBytes).toBe(64 * 1024 * 1024)
  expect(() => configOf({ PICTURE_CACHE_MB: 'much' })).toThrow('PICTURE_CACHE_MB')
})
