import { createReadStream } from 'node:fs'

/** Longer lines are no rows of ours: reading one into memory would let a wrong file exhaust it. */
export const longestLine = 4 * 1024 * 1024

/** A line of a file without its line feed, or `undefined` in the place of one that is too long. */
export type ByteLine = { line: number; bytes: Buffer | undefined }

const lineFeed = 0x0a

/** The lines of a file as bytes, before any decoding. Rejects when the file cannot be read. */
export async function* readByteLines(path: string): AsyncGenerator<ByteLine> {
  let pieces: Buffer[] = []
  let size = 0
  let line = 1
  const keep = (piece: Buffer): void => {
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
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a file gives bytes')
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      keep(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
  if (size > 0) yield take()
}
