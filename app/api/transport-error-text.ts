/** The limit of every call of the API, in ms (specification section 9). */
export const requestTimeout = 10_000

/** What is said of a call that brought neither an envelope nor a text (specification section 8). */
export const requestFailedText = '请求错误'

/**
 * The words of a transport error by the body of its answer: a text is shown as it is, cut to a line that a person can
 * read; an object and a page of a proxy are 请求错误.
 */
export function transportErrorText(body: string): string {
  const value = jsonOrText(body)
  const isText = typeof value === 'string' && value.trim() !== '' && !/^\s*</.test(value)
  return isText ? value.trim().slice(0, 200) : requestFailedText
}

/** A body's JSON value, or the body itself when it is none. */
export function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
