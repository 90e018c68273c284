import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import type { S3Config } from '#server/services/media/images/s3-config.ts'

const account = {
  accessKey: 'AKIATEST',
  secretKey: 'test+secret/key',
  region: 'cn-test-1',
  bucket: 'school-pictures',
}
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** A server that speaks as much of S3 as the product uses, and refuses what is not signed by its account. */
export type S3Server = {
  config: S3Config
  objects: Map<string, { body: Buffer; type: string | undefined }>
  /** The methods of its calls so far, with their answers. */
  calls: string[]
  /** Answers that the next calls get instead. */
  failures: number[]
  /** While it is on, calls get no answer; their addresses are in `stalled` when they have come, perhaps after they were given up. */
  stalling: { on: boolean; stalled: string[] }
}

/** Starts the server until the test ends. */
export async function startS3(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const calls: string[] = []
  const failures: number[] = []
  const stalling: S3Server['stalling'] = { on: false, stalled: [] }
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      if (stalling.on) {
        stalling.stalled.push(request.url ?? '')
        return
      }
      const status = failures.shift() ?? answer(request, body, objects)
      calls.push(`${request.method} ${status}`)
      const object = objects.get(request.url ?? '')
      response.writeHead(status, { 'content-type': object?.type ?? 'application/xml' })
      response.end(request.method === 'GET' && status === 200 ? object?.body : undefined)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on a port')
  return {
    config: { ...account, endpoint: `http://127.0.0.1:${address.port}` },
    objects,
    calls,
    failures,
    stalling,
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function answer(request: IncomingMessage, body: Buffer, objects: S3Server['objects']): number {
  if (!isSigned(request, body)) return 403
  const path = request.url ?? ''
  if (!path.startsWith(`/${account.bucket}/`)) return 404
  if (request.method === 'DELETE') {
    objects.delete(path)
    return 204
  }
  if (request.method !== 'PUT') return objects.has(path) ? 200 : 404
  objects.set(path, { body, type: request.headers['content-type'] })
  return 200
}

/** Signature version 4, worked out anew from the request as it arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': given } = request.headers
  const [, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  const payload = String(given)
  if (!signed.split(';').includes('host')) return false
  if (request.method === 'PUT' && payload !== sha256(body)) return false
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), signed, payload].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const day = String(date).slice(0, 8)
  if (scope !== `${day}/${account.region}/s3/aws4_request`) return false
  const key = ['s3', 'aws4_request'].reduce(mac, mac(mac(`AWS4${account.secretKey}`, day), account.region))
  return mac(key, text).toString('hex') === signature
}
