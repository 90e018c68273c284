import { Transform, Writable } from 'node:stream'

/**
 * Size of React 18's output views, by which they are recognised, in bytes. React sends a view whole when a multi-byte
 * character does not fit at its end: up to three bytes of U+0000 inside the text (react/react#31134). HTML contains
 * no U+0000 otherwise: texts are cleaned of control characters where they are parsed.
 */
const viewSize = 2048

/** A transform for React's output stream that strips the NUL padding. */
export function withoutPadding(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, withoutPaddingTail(chunk))
    },
  })
}

/** Renders a document into one buffer without NUL padding: cheaper than a stream when nothing is deferred. */
export function renderToBuffer(pipe: (sink: Writable) => unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(withoutPaddingTail(chunk))
        done()
      },
    })
    sink.once('finish', () => resolve(Buffer.concat(chunks)))
    sink.once('error', reject)
    pipe(sink)
  })
}

function withoutPaddingTail(chunk: Buffer): Buffer {
  if (chunk.length !== viewSize) return chunk
  let end = chunk.length
  while (end > viewSize - 4 && chunk[end - 1] === 0) end -= 1
  return end === chunk.length ? chunk : chunk.subarray(0, end)
}
