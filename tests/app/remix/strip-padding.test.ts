import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withoutPadding, renderToBuffer } from '#app/remix/strip-padding.server.ts'

const sentence = '选择学校,先看孩子适合怎样的课堂:人数、课程、老师和离家的路。'

/** Paragraphs whose lengths differ by one byte, so that every offset of a view's end is met. */
function longPage(paragraphs: number) {
  const items = Array.from({ length: paragraphs }, (_, index) =>
    createElement('p', { key: index }, 'a'.repeat(index % 7), sentence.repeat(1 + (index % 4)), '𠮷'),
  )
  return createElement('main', null, items)
}

async function render(paragraphs: number, take: (pipe: Pipe) => Promise<string>): Promise<string> {
  const page = longPage(paragraphs)
  const pipe = await new Promise<Pipe>((resolve, reject) => {
    const rendered = renderToPipeableStream(page, {
      onAllReady: () => resolve(rendered.pipe),
      onError: reject,
    })
  })
  return take(pipe)
}

type Pipe = <Sink extends NodeJS.WritableStream>(sink: Sink) => Sink

test.each([
  ['comes as React has it', (pipe: Pipe) => text(pipe(withoutPadding()))],
  ['is taken whole', async (pipe: Pipe) => (await renderToBuffer(pipe)).toString()],
])('a long Chinese page that %s contains no U+0000 and loses no character', async (_, take) => {
  const html = await render(400, take)
  expect(html).not.toContain('\0')
  expect(html).not.toContain('\ufffd')
  expect(html.split(sentence)).toHaveLength(1 + 100 * (1 + 2 + 3 + 4))
  expect(html.split('𠮷')).toHaveLength(401)
})

test('without the transform the same page contains U+0000, so it is still needed', async () => {
  expect(await render(400, (pipe) => text(pipe(new PassThrough())))).toContain('\0')
})
