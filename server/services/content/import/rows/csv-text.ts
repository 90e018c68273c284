import { isUtf8 } from 'node:buffer'
import { readByteLines, readChunks } from './byte-lines.ts'
import type { ReadableFile } from './raw-row.ts'

/** Encoding of a CSV file: UTF-8, or GB18030 as Excel saves it in China. */
export type CsvEncoding = 'utf-8' | 'gb18030'

/** UTF-8 when the whole file is valid UTF-8, else GB18030; Chinese text is never valid as both. */
export async function detectEncoding(file: ReadableFile): Promise<CsvEncoding> {
  for await (const { bytes } of readByteLines(file)) {
    if (bytes !== undefined && !isUtf8(bytes)) return 'gb18030'
  }
  return 'utf-8'
}

/**
 * Decodes a file chunk by chunk, without byte order mark and with line feeds only, as the parser counts lines. Rejects
 * with a TypeError for bytes that are not in the encoding.
 */
export async function* readText(file: ReadableFile, encoding: CsvEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let pending = ''
  for await (const chunk of readChunks(file)) {
    const text = pending + decoder.decode(chunk, { stream: true })
    pending = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - pending.length).replaceAll('\r\n', '\n')
  }
  yield pending + decoder.decode()
}
