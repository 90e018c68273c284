/** Message of a transport error without a text of its own (specification section 8). */
export const requestFailedText = '请求错误'

/**
 * Message of a transport error by the body of the response: a plain text cut to 200 characters; an object or a
 * proxy's HTML page is 请求错误.
 */
export function transportErrorText(body: string): string {
  const value = jsonOrText(body)
  const isText = typeof value === 'string' && value.trim() !== '' && !/^\s*</.test(value)
  return isText ? value.trim().slice(0, 200) : requestFailedText
}

/** A body parsed as JSON, or the body itself when it is none. */
export function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
