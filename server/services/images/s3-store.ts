import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from './s3-config.ts'
import { hashIn, type ImageStore } from './store.ts'

/** One call takes at most so long, in ms; a call that fails on the other side is tried once more. */
const longestCall = 10_000
const retries = 1

/** A store in a bucket, under `images/`. Its calls reject when the service does not answer as it should. */
export function openS3Store({ endpoint, bucket, region, accessKey, secretKey }: S3Config): ImageStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries,
    initRetryMs: 200,
  })
  const call = async (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', hash: string, body?: Buffer, type = '') => {
    const response = await client.fetch(`${endpoint}/${bucket}/images/${hash}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(longestCall),
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
      await response.body?.cancel()
      throw new Error(`the picture storage answered ${response.status} to ${method}`)
    }
    return response
  }
  return {
    async get(hash) {
      const response = await call('GET', hash)
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.ok ? bytes : undefined
    },
    has: async (hash) => (await call('HEAD', hash)).ok,
    async remove(hash) {
      const response = await call('DELETE', hash)
      await response.body?.cancel()
    },
    async put(name, bytes) {
      const hash = hashIn(name)
      if ((await call('HEAD', hash)).ok) return
      const extension = name.slice(hash.length + 1)
      const response = await call('PUT', hash, bytes, `image/${extension === 'jpg' ? 'jpeg' : extension}`)
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the picture storage has no bucket ${bucket}`)
    },
  }
}
