import { codes } from '#server/contract/codes.ts'
import { ApiError, invalidFields } from './api-error.ts'

/** Why a file is refused by its first bytes; undefined for one that may go on. */
export type StartJudge = (start: Buffer) => string | undefined

const headEnd = Buffer.from('\r\n\r\n')
const maxHeadBytes = 4096
const maxParts = 64
/** Bytes of a file by which it is judged. */
const startBytes = 256

/**
 * Reads a body of `multipart/form-data` from its chunks, part by part. `judge` refuses a file before the rest of it is read. Throws
 * the refusal that names the field, or one of a malformed body.
 */
export async function readMultipart(
  chunks: AsyncGenerator<Uint8Array>,
  { boundary, judge }: { boundary: string; judge: StartJudge | undefined },
): Promise<FormData> {
  const form = new FormData()
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const body = bytesOf(chunks)
  try {
    await body.until(delimiter)
    for (let parts = 0; (await body.start(2)).toString() !== '--'; parts += 1) {
      const { name, fileName } = dispositionIn(textOf(await body.until(headEnd, maxHeadBytes)))
      if (name === undefined || parts === maxParts) throw malformed()
      if (fileName === undefined) {
        form.append(name, textOf(await body.until(delimiter)))
        continue
      }
      const start = await body.start(startBytes + delimiter.length)
      const end = start.indexOf(delimiter)
      const fault = judge?.(start.subarray(0, end === -1 ? startBytes : end))
      if (fault !== undefined) throw invalidFields({ [name]: fault })
      form.append(name, new File([await body.until(delimiter)], fileName))
    }
    return form
  } finally {
    await chunks.return(undefined)
  }
}

/** A body whose bytes are taken in their order; a mark that never comes is a malformed body. */
function bytesOf(chunks: AsyncGenerator<Uint8Array>) {
  // A delimiter at the very beginning has no line before it.
  let held: Buffer = Buffer.from('\r\n')
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done !== true) held = Buffer.concat([held, value])
    return done !== true
  }
  return {
    /** The next bytes, which are not taken: so many, or all that there are. */
    async start(length: number): Promise<Buffer> {
      while (held.length < length && (await more()));
      return held.subarray(0, length)
    },
    /** Takes the bytes before a mark, and the mark. */
    async until(mark: Buffer, most = Infinity): Promise<Buffer<ArrayBuffer>> {
      const taken: Buffer[] = []
      let length = 0
      for (;;) {
        const at = held.indexOf(mark)
        const certain = at === -1 ? Math.max(0, held.length - mark.length + 1) : at
        taken.push(held.subarray(0, certain))
        length += certain
        if (length > most) throw malformed()
        held = held.subarray(at === -1 ? certain : at + mark.length)
        if (at !== -1) return Buffer.concat(taken)
        if (!(await more())) throw malformed()
      }
    },
  }
}

/** Name and file name of a part by its head, as browsers escape them. */
function dispositionIn(head: string): { name: string | undefined; fileName: string | undefined } {
  const [, line = ''] = /^content-disposition: *form-data;(.*)$/im.exec(head) ?? []
  const valueOf = (parameter: RegExp) =>
    parameter.exec(line)?.[1]?.replace(/%(0A|0D|22)/gi, (escaped) => decodeURIComponent(escaped))
  return { name: valueOf(/[; ]name="([^"]*)"/i), fileName: valueOf(/[; ]filename="([^"]*)"/i) }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed()
  }
}

/** The refusal of a body that cannot be read. */
export function malformed(): ApiError {
  return new ApiError(codes.invalidInput, { message: '提交的内容无法识别' })
}
