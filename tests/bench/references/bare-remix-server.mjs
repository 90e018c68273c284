import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { createRequestHandler } from '@remix-run/node'

/** `node bare-remix-server.mjs BUILD DATA QUALITY`: a Remix build on node:http in brotli, its page's data read once. */
const [build = '', data = '', quality = ''] = process.argv.slice(2)
const handle = createRequestHandler(await import(pathToFileURL(path.resolve(build)).href), 'production')
const page = JSON.parse(readFileSync(data, 'utf8'))
const server = createServer(async ({ headers, method, url }, outgoing) => {
  const request = new Request(`http://${headers.host}${url}`, { method, headers })
  const response = await handle(request, { page })
  const body = Buffer.from(await response.arrayBuffer())
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: Number(quality),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const sent = await promisify(brotliCompress)(body, { params })
  outgoing
    .writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-encoding': 'br' })
    .end(sent)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}` }))
})
