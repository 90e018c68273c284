import { isUtf8 } from 'node:buffer'
import { readByteLines, readChunks } from './byte-lines.ts'
import { plausibility } from './plausible-text.ts'
import type { ReadableFile } from './raw-row.ts'

/** Encoding of a file: UTF-8, UTF-16 as Excel's “Unicode 文本”, GB18030 as Excel saves it in China, Big5. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5'

/** The encoding of a file, or why it is no readable text, with the line where it is not. */
export type EncodingEvidence = { encoding: TextEncoding } | { fault: string; line: number }

const howToSave = '请在 Excel 或 WPS 里点“文件 › 另存为”，类型选“CSV UTF-8（逗号分隔）”，再用另存的文件'

/** The first bytes of files that are no text. */
const binaries: readonly [head: string, fault: string][] = [
  ['504b0304', `这是 Excel 或 WPS 的工作簿，不是文本。${howToSave}`],
  ['d0cf11e0', `这是旧版 Excel 或 WPS 的工作簿，不是文本。${howToSave}`],
  ['25504446', `这是 PDF，读不出表格。${howToSave}`],
  ['7b5c727466', `这是 RTF 文档，读不出表格。${howToSave}`],
]
/** Bytes of a file that its head is looked for in. */
const headBytes = 4096
/** Bytes of lines that are not UTF-8 which are compared with other encodings. */
const sampleBytes = 262_144
/** The least plausibility of a text, and how far it is above that of another encoding. */
const leastPlausible = 0.6
const leastLead = 0.1

/** Finds the encoding of a file by its marks, its bytes, and by how readable the text is in each. */
export async function detectEncoding(file: ReadableFile): Promise<EncodingEvidence> {
  const head = await readHead(file)
  const binary = binaries.find(([mark]) => head.toString('hex').startsWith(mark))
  if (binary !== undefined) return { fault: binary[1], line: 1 }
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(head.toString('latin1').replace(/^ï»¿/, '')))
    return { fault: `这是网页或 XML，不是表格的文本（有的系统把网页存成 .xls）。${howToSave}`, line: 1 }
  const wide = utf16Of(head)
  if (wide !== undefined) return { encoding: wide }

  const sample: Buffer[] = []
  let [sampled, sound, broken, firstBroken] = [0, 0, 0, 0]
  for await (const { line, bytes } of readByteLines(file)) {
    if (bytes === undefined) continue
    if (isUtf8(bytes)) {
      if (bytes.some((byte) => byte > 0x7f)) sound += 1
      continue
    }
    if (broken === 0) firstBroken = line
    broken += 1
    if (sampled < sampleBytes) sample.push(bytes, Buffer.of(0x0a))
    sampled += bytes.length
  }
  if (broken === 0) return { encoding: 'utf-8' }
  // Two characters of GB18030 may happen to be valid UTF-8 (联通), a whole file never is.
  if (sound * 20 > broken)
    return {
      fault: `这一行的编码和别的行不一样（别的行是 UTF-8），可能是几个文件拼起来的。${howToSave}`,
      line: firstBroken,
    }
  const [best, next] = (['gb18030', 'big5'] as const)
    .map((encoding) => ({ encoding, score: scoreOf(Buffer.concat(sample), encoding) }))
    .toSorted((one, other) => other.score - one.score)
  if (best === undefined || best.score < leastPlausible || best.score - (next?.score ?? 0) < leastLead)
    return {
      fault: `认不出文字的编码：按 GB18030 和 Big5 读出来都不像中文。${howToSave}`,
      line: firstBroken,
    }
  return { encoding: best.encoding }
}

function scoreOf(bytes: Buffer, encoding: TextEncoding): number {
  try {
    return plausibility(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    return 0
  }
}

async function readHead(file: ReadableFile): Promise<Buffer> {
  for await (const chunk of readChunks(file)) return chunk.subarray(0, headBytes)
  return Buffer.alloc(0)
}

/** UTF-16 by its mark; without one by the zeros of the ASCII characters in it. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < Math.max(4, head.length / 20)) return undefined
  if (odd > even * 5) return 'utf-16le'
  return even > odd * 5 ? 'utf-16be' : undefined
}

/**
 * Decodes a file chunk by chunk, without byte order mark and with line feeds only, as the parser counts lines. Rejects
 * with a TypeError for bytes that are not in the encoding.
 */
export async function* readText(file: ReadableFile, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let pending = ''
  for await (const chunk of readChunks(file)) {
    const text = pending + decoder.decode(chunk, { stream: true })
    pending = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - pending.length).replaceAll('\r\n', '\n')
  }
  yield pending + decoder.decode()
}
