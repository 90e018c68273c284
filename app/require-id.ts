import { data } from '@remix-run/node'

/** The id of an address: 1 to 9 digits without a leading zero. Anything else is an unknown page: throws 404. */
export function requireId(text: string | undefined, words?: string): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw notFound(words)
  return Number(text)
}

/** What a loader throws for something that does not exist, or not at this address; `words` are for the visitor. */
export function notFound(words = '页面不存在') {
  return data({ message: words }, { status: 404 })
}
