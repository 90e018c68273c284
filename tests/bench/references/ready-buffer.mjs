import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** `node ready-buffer.mjs FILE [MS]`: answers with the bytes of a page that lies there in brotli, after work of so long. */
const body = readFileSync(process.argv[2] ?? '')
const workMs = Number(process.argv[3] ?? 0)
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  'content-length': body.length,
}
const server = createServer((_request, response) => {
  if (workMs > 0) for (const end = performance.now() + workMs; performance.now() < end;);
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${server.address().port}` }))
})
