import { data } from '@remix-run/node'

/** Whether a text is the id of a row: 1 to 9 digits without a leading zero. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

/** The id in a path parameter. Throws 404 for anything else. */
export function requireId(text: string | undefined, message?: string): number {
  if (text === undefined || !isId(text)) throw notFound(message)
  return Number(text)
}

/**
 * The 404 that loaders throw for something that does not exist, or not at this address; `message` is for the visitor.
 */
export function notFound(message = '页面不存在') {
  return data({ message }, { status: 404 })
}
