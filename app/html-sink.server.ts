import { Transform } from 'node:stream'

/**
 * React 18 writes Chinese text through a view of 2,048 bytes and sends the view whole when a multi-byte
 * character does not fit at its end: up to three bytes of U+0000 inside the text (react/react#31134).
 * A view is recognised by its size; its tail of zeros is cut. HTML holds no U+0000 otherwise: texts are
 * cleaned of control characters where they are parsed.
 */
const viewSize = 2048

/** A sink for React's server renderer whose output holds no U+0000. */
export function htmlSink(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, withoutTail(chunk))
    },
  })
}

function withoutTail(chunk: Buffer): Buffer {
  if (chunk.length !== viewSize) return chunk
  let end = chunk.length
  while (end > viewSize - 4 && chunk[end - 1] === 0) end -= 1
  return end === chunk.length ? chunk : chunk.subarray(0, end)
}
