const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** A file that the browser saves under a name; no cache stores it. */
export function fileResponse(body: BodyInit, name: string): Response {
  return new Response(body, {
    headers: {
      'content-type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A part of a file, and where the next one begins; without it this is the last one. */
type Part = { text: string; next?: number | undefined }

/** The parts of a file one after another, each read when the browser has taken the one before. */
export function streamOfParts<P extends Part>(
  first: P,
  load: (from: number) => Promise<P>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let { next } = first
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first.text)),
    async pull(controller) {
      if (next === undefined) return controller.close()
      const part = await load(next)
      next = part.next
      controller.enqueue(encoder.encode(part.text))
    },
  })
}
