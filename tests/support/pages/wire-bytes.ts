import { request as httpRequest } from 'node:http'
import { phoneAgent } from '../browser/browser.ts'

/** An answer as it crosses the network to a phone that takes brotli. */
export type WireAnswer = {
  /** Bytes of the status line and the headers. */
  head: number
  body: Buffer
  /** Whether it is a finished document that others get as well. */
  isCached: boolean
}

/** Asks for an address on a connection of its own; rejects when no answer comes. */
export function wireAnswer(url: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', 'user-agent': phoneAgent }
    const request = httpRequest(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        // Each header has ": " and a line's end around it, and an empty line follows them.
        const words = response.rawHeaders.join('').length + 2 * response.rawHeaders.length
        resolve({ head: 'HTTP/1.1 200 OK'.length + 4 + words, body, isCached: 'etag' in response.headers })
      })
    })
    request.on('error', reject)
    request.end()
  })
}

/** The bytes of an answer's body as they cross the network to a phone that takes brotli. */
export async function wireBytes(url: string): Promise<Buffer> {
  const { body } = await wireAnswer(url)
  return body
}
