import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { createUpstreams, failureOfStatus, isOutage, type Upstreams } from '../../upstream.ts'
import type { S3Config } from './s3-config.ts'
import { hashIn, type ImageStore } from './store.ts'

/** Time limit of a read, while a visitor waits, in ms. */
const readLimitMs = 3000
/** Time limit of a write, while an operator's command waits, in ms. */
const writeLimitMs = 10_000

/**
 * A picture store in a bucket, under `images/`. Every call is idempotent, since the content of a name never changes.
 * Calls reject when the service fails.
 */
export function openS3Store(
  { endpoint, bucket, region, accessKey, secretKey }: S3Config,
  upstreams: Upstreams = createUpstreams(),
): ImageStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  })
  const s3 = upstreams.to({ system: 's3', timeLimitMs: readLimitMs, retryWhen: isOutage })
  type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  const send = async (signal: AbortSignal, method: Method, hash: string, body?: Buffer, type = '') => {
    const response = await client.fetch(`${endpoint}/${bucket}/images/${hash}`, {
      method,
      redirect: 'error',
      signal,
      ...(body === undefined
        ? {}
        : {
            body: new Uint8Array(body),
            headers: {
              'content-type': type,
              'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
            },
          }),
    })
    if (!response.ok && response.status !== 404) {
      throw failureOfStatus(response.status, `the picture storage answered ${response.status} to ${method}`)
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    return { ok: response.ok, bytes }
  }
  const call = (method: Method, hash: string, body?: Buffer, type?: string) =>
    s3((signal) => send(signal, method, hash, body, type), {
      timeLimitMs: method === 'GET' || method === 'HEAD' ? readLimitMs : writeLimitMs,
    })
  return {
    async get(hash) {
      const { ok, bytes } = await call('GET', hash)
      return ok ? bytes : undefined
    },
    has: async (hash) => (await call('HEAD', hash)).ok,
    async remove(hash) {
      await call('DELETE', hash)
    },
    async put(name, bytes) {
      const hash = hashIn(name)
      if ((await call('HEAD', hash)).ok) return
      const extension = name.slice(hash.length + 1)
      const { ok } = await call('PUT', hash, bytes, `image/${extension === 'jpg' ? 'jpeg' : extension}`)
      if (!ok) throw new Error(`the picture storage has no bucket ${bucket}`)
    },
  }
}
