import { codes } from '#server/contract/codes.ts'
import { ApiError } from './api-error.ts'
import { parseGuardedJson, UnacceptableJsonError } from './guarded-json.ts'
import { malformed, readMultipart, type StartJudge } from './read-multipart.ts'

/** Usual limit of a request body in bytes. */
const usualBodyBytes = 64 * 1024

/** A parsed body: the members of a JSON object, or the fields of a form. */
export type Body = { json: Readonly<Record<string, unknown>> } | { form: URLSearchParams | FormData }

/** What a body may be. */
export type BodyLimits = {
  /** Length in bytes where it is not the usual one of 64 KiB. */
  maxBodyBytes?: number | undefined
  /** Whether it may be a form with files. */
  mayHoldFiles?: boolean
  /** Judges files by their first bytes. */
  judge?: StartJudge | undefined
}

/** Reads a JSON or form body. Throws a refusal for anything else; no body is an empty form. */
export async function readBody(
  request: Request,
  { maxBodyBytes = usualBodyBytes, mayHoldFiles = false, judge }: BodyLimits = {},
): Promise<Body> {
  const type = request.headers.get('content-type')
  const [, boundary] = /^multipart\/form-data;.*?boundary="?([^";]{1,70})"?/i.exec(type ?? '') ?? []
  if (mayHoldFiles && boundary !== undefined)
    return { form: await readMultipart(chunksOf(request, maxBodyBytes), { boundary, judge }) }
  const text = await readText(request, maxBodyBytes)
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
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(request, maxBytes)) chunks.push(chunk)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw malformed()
  }
}

/** A body's chunks; one that is too long is refused, an aborted one as malformed. */
async function* chunksOf({ headers, body }: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity') throw unsupported('不支持压缩的内容')
  if (Number(headers.get('content-length')) > maxBytes) throw new ApiError(codes.tooLarge)
  if (body === null) return
  const reader = body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw malformed()
      })
      if (done) return
      bytes += value.byteLength
      if (bytes > maxBytes) throw new ApiError(codes.tooLarge)
      yield value
    }
  } finally {
    // Not awaited: of a cloned request it ends with the other copy's.
    void reader.cancel().catch(() => undefined)
  }
}

function unsupported(message: string): ApiError {
  return new ApiError(codes.invalidInput, { message, status: 415 })
}
