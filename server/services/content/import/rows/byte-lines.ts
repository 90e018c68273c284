import { createReadStream } from 'node:fs'
import type { ReadableFile } from './raw-row.ts'

/** Limit of a line in bytes, so that a wrong file cannot exhaust the memory. */
export const longestLine = 4 * 1024 * 1024

/** A line without its line feed; `undefined` bytes for one that is too long. */
export type ByteLine = { line: number; bytes: Buffer | undefined }

const lineFeed = 0x0a

/** Reads a file chunk by chunk. Rejects when it cannot be read. */
export async function* readChunks(file: ReadableFile): AsyncGenerator<Buffer> {
  if ('bytes' in file) {
    yield Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
    return
  }
  for await (const chunk of createReadStream(file.path)) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a file gives bytes')
    yield chunk
  }
}

/** Reads the lines of a file as bytes, before decoding. Rejects when the file cannot be read. */
export async function* readByteLines(file: ReadableFile): AsyncGenerator<ByteLine> {
  let pieces: Buffer[] = []
  let size = 0
  let line = 1
  const append = (piece: Buffer): void => {
    size += piece.length
    if (size > longestLine) pieces = []
    else pieces.push(piece)
  }
  const take = (): ByteLine => {
    const bytes = size > longestLine ? undefined : Buffer.concat(pieces)
    pieces = []
    size = 0
    return { line: line++, bytes }
  }
  for await (const chunk of readChunks(file)) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      append(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    append(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
