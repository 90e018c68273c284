import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, writeReadableStreamToWritable } from '@remix-run/node'

/** `node bare-remix-server.mjs BUILD DATA`: a Remix build on node:http as it comes, its page's data read once. */
const [build = '', data = ''] = process.argv.slice(2).map((file) => path.resolve(file))
const handle = createRequestHandler(await import(pathToFileURL(build).href), 'production')
const page = JSON.parse(readFileSync(data, 'utf8'))
const server = createServer(async ({ headers, method, url }, outgoing) => {
  const request = new Request(`http://${headers.host}${url}`, { method, headers })
  const response = await handle(request, { page })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) await writeReadableStreamToWritable(response.body, outgoing)
  else outgoing.end()
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}` }))
})
