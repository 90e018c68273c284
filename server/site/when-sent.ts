/**
 * Calls back once when a response's body was sent, could not be read to its end, or was cancelled: Remix holds a timer for
 * each response until then.
 */
export function onSent(response: Response, done: () => void): Response {
  if (!response.body || response.headers.has('content-length')) {
    done()
    return response
  }
  const reader = response.body.getReader()
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await reader.read().catch((error: unknown) => {
        done()
        throw error
      })
      if (!next.done) return controller.enqueue(next.value)
      done()
      controller.close()
    },
    async cancel(reason) {
      done()
      await reader.cancel(reason)
    },
  })
  return new Response(watched, response)
}
