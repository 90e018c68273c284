import { codes } from '#server/contract/codes.ts'
import { ApiError } from './api-error.ts'
import { parseGuardedJson, UnacceptableJsonError } from './guarded-json.ts'

/** Usual limit of a request body in bytes. */
const usualBodyBytes = 64 * 1024

/** A parsed body: the members of a JSON object, or the fields of a form. */
export type Body = { json: Readonly<Record<string, unknown>> } | { form: URLSearchParams }

/**
 * Reads a JSON or form body of at most 64 KiB, or of `maxBytes`. Throws a refusal for anything else; no body is an
 * empty form.
 */
export async function readBody(request: Request, maxBytes: number = usualBodyBytes): Promise<Body> {
  const text = await readText(request, maxBytes)
  const type = request.headers.get('content-type')
  if (text === '' && type === null) return { form: new URLSearchParams() }
  const [mediaType = '', ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) throw unsupported('只支持 UTF-8 编码')
  if (mediaType === 'application/x-www-form-urlencoded') return { form: new URLSearchParams(text) }
  if (mediaType === 'application/json') return { json: readObject(text) }
  throw unsupported('只支持 JSON 或表单格式的内容')
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value = text === '' ? {} : parseOrRefuse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  return { ...value }
}

function parseOrRefuse(text: string): unknown {
  try {
    return parseGuardedJson(text)
  } catch (error) {
    if (error instanceof UnacceptableJsonError) throw malformed()
    throw error
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity') throw unsupported('不支持压缩的内容')
  if (Number(request.headers.get('content-length')) > maxBytes) throw new ApiError(codes.tooLarge)
  if (request.body === null) return ''

  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunksOf(request.body)) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ApiError(codes.tooLarge)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw malformed()
  }
}

/** A body's chunks; an aborted body is refused as malformed. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw malformed()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function malformed(): ApiError {
  return new ApiError(codes.invalidInput, { message: '提交的内容无法识别' })
}

function unsupported(message: string): ApiError {
  return new ApiError(codes.invalidInput, { message, status: 415 })
}
