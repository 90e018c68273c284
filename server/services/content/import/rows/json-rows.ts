import { isUtf8 } from 'node:buffer'
import { longestLine, readByteLines } from './byte-lines.ts'
import type { Problems } from '../problems.ts'
import type { ReadableFile, RawRow } from './raw-row.ts'

/** Reads the rows of a JSON lines file: UTF-8, one object a line; empty lines are skipped. */
export async function* readJsonLines(file: ReadableFile, problems: Problems): AsyncGenerator<RawRow> {
  for await (const { line, bytes } of readByteLines(file)) {
    const place = { file: file.name, line }
    if (bytes === undefined) {
      problems.add(place, `这一行超过 ${longestLine / 1024 / 1024} MB`)
      continue
    }
    if (!isUtf8(bytes)) {
      problems.add(place, '不是 UTF-8 编码')
      continue
    }
    const text = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
    if (text === '') continue
    const fields = fieldsOf(text)
    if (typeof fields === 'string') problems.add(place, fields)
    else yield { place, fields }
  }
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
