import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { htmlSink } from '#app/html-sink.server.ts'

const sentence = '选择学校,先看孩子适合怎样的课堂:人数、课程、老师和离家的路。'

/** Paragraphs whose lengths differ by one byte, so that every offset of a view's end is met. */
function longPage(paragraphs: number) {
  const items = Array.from({ length: paragraphs }, (_, index) =>
    createElement('p', { key: index }, 'a'.repeat(index % 7), sentence.repeat(1 + (index % 4)), '𠮷'),
  )
  return createElement('main', null, items)
}

async function render(paragraphs: number, sink: NodeJS.ReadWriteStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(longPage(paragraphs), {
      onAllReady() {
        pipe(sink)
        text(sink).then(resolve, reject)
      },
      onError: reject,
    })
  })
}

test('a long Chinese page holds no U+0000 and loses no character', async () => {
  const html = await render(400, htmlSink())
  expect(html).not.toContain('\0')
  expect(html).not.toContain('\ufffd')
  expect(html.split(sentence)).toHaveLength(1 + 100 * (1 + 2 + 3 + 4))
  expect(html.split('𠮷')).toHaveLength(401)
})

test('without the sink the same page does hold U+0000, so the sink is still needed', async () => {
  const { PassThrough } = await import('node:stream')
  expect(await render(400, new PassThrough())).toContain('\0')
})
