import { data } from '@remix-run/node'

/**
 * The fields of a posted form: the first value of each name, trimmed, without empty ones. A line break is one character,
 * as `maxlength` counts it; browsers send two.
 */
export async function readForm(request: Request): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries([...(await fieldsOf(request))].filter(([, value]) => value !== ''))
}

/** The same with the fields that were sent empty, for forms where that deletes something: an absent field says nothing. */
export async function readSentFields(request: Request): Promise<Readonly<Partial<Record<string, string>>>> {
  return Object.fromEntries(await fieldsOf(request))
}

async function fieldsOf(request: Request): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(await request.text())) {
    // An empty value counts only where no other of its name follows.
    if ((fields.get(name) ?? '') === '') fields.set(name, value.trim().replaceAll('\r\n', '\n'))
  }
  return fields
}

/** The 400 for a posted form without the fields that the page's own form always sends. */
export function noSuchForm() {
  return data({ message: '没有收到表单的内容，什么也没有改动。请返回上一页再试。' }, { status: 400 })
}
