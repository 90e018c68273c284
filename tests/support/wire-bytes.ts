import { request as httpRequest } from 'node:http'
import { phoneAgent } from './browser.ts'

/** The bytes of an answer as they cross the network to a phone that takes brotli. */
export function wireBytes(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', 'user-agent': phoneAgent }
    const request = httpRequest(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    })
    request.on('error', reject)
    request.end()
  })
}
