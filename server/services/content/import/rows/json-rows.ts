import { longestLine, readByteLines } from './byte-lines.ts'
import { readText, type TextEncoding } from './file-text.ts'
import type { Problems } from '../problems.ts'
import type { ReadableFile, RawRow } from './raw-row.ts'

/** Reads the rows of a JSON lines file: one object a line; empty lines are skipped. */
export async function* readJsonLines(
  file: ReadableFile,
  { encoding, problems }: { encoding: TextEncoding; problems: Problems },
): AsyncGenerator<RawRow> {
  for await (const { line, text: given } of readLines(file, encoding)) {
    const place = { file: file.name, line }
    if (given === undefined) {
      problems.add(place, `这一行超过 ${longestLine / 1024 / 1024} MB`)
      continue
    }
    const text = given.replace(/^\uFEFF/, '').trim()
    if (text === '') continue
    const fields = fieldsOf(text)
    if (typeof fields === 'string') problems.add(place, fields)
    else yield { place, fields }
  }
}

/** The lines of a file; no text for one that is too long. In UTF-16 a line feed is no byte of its own. */
async function* readLines(
  file: ReadableFile,
  encoding: TextEncoding,
): AsyncGenerator<{ line: number; text: string | undefined }> {
  if (!encoding.startsWith('utf-16')) {
    const decoder = new TextDecoder(encoding)
    for await (const { line, bytes } of readByteLines(file))
      yield { line, text: bytes === undefined ? undefined : decoder.decode(bytes) }
    return
  }
  let pending = ''
  let line = 0
  for await (const text of readText(file, encoding)) {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    for (const whole of lines) yield { line: ++line, text: whole }
  }
  yield { line: ++line, text: pending }
}

/** Parses the object's fields; a message when the text is not an object. */
function fieldsOf(text: string): ReadonlyMap<string, unknown> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `不是完整的 JSON 对象（${error instanceof Error ? error.message : String(error)}）`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return '应为一个 JSON 对象，例如 {"name":"…","city":"…"}；一行一个，不要用数组包起来'
  }
  return new Map(Object.entries(value))
}
