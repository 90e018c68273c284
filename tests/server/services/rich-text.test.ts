import { expect, test } from 'vitest'
import { readText } from '#server/services/content/texts/read-text.ts'
import { shownHtml } from '#server/services/content/texts/shown-html.ts'
import { isBeyondLimits, storedText } from '#server/services/content/texts/stored-text.ts'
import { createTextReader } from '#server/services/content/texts/text-reader.ts'
import type { TextReply } from '#server/services/content/texts/text-messages.ts'
import { WorkerLimitError } from '#server/services/serial-worker.ts'

/** A text that takes the parser minutes, though every line is short. */
const emphasis = `${'*a_'.repeat(1500)}\n`.repeat(40)

test.each([
  ['看 http://a.b/c!', 'http://a.b/c'],
  ['看 http://a.b/c?!).,:;\'"]*~ 再说', 'http://a.b/c'],
  [`看 http://a.b/${'!'.repeat(2000)}c`, `http://a.b/${'!'.repeat(2000)}c`],
  [`看 www.a.b${'!'.repeat(2000)}`, 'https://www.a.b'],
])('a URL ends before the signs behind it: %.60s', (text, href) => {
  expect(storedText(text)).toContain(`<a href="${href}"`)
})

test('a Markdown line that is too long is refused by its number and beginning, whatever stands in it', () => {
  for (const signs of ['!', '_a', 'a  ', '字'])
    expect(() => storedText(`第一行\n\n  很长的一行：从这里开始${signs.repeat(5000)}`)).toThrow(
      /^第 3 行（“很长的一行：从这里开…”）有 \d+ 个字，一行最多 5000 个字：请在中间换行$/,
    )
  expect(storedText('字'.repeat(5000))).toBe('字'.repeat(5000))
  expect(storedText(`<p>${'字'.repeat(20_000)}</p>`)).toContain('字'.repeat(20_000))
})

test('a text of more elements than a page shows at once is refused, one of as many is read', () => {
  expect(() => storedText('<p>字</p>'.repeat(5001))).toThrow(/^这段文字太复杂/)
  expect(() => storedText('- 字\n'.repeat(5001))).toThrow(/^这段文字太复杂/)
  expect(() => storedText('字\n'.repeat(5001))).toThrow(/^这段文字太复杂/)
  expect(shownHtml(storedText('<p>字</p>'.repeat(5000))).match(/<p>/g)).toHaveLength(5000)
})

test('elements are counted as they are when the stored text is read again', () => {
  const inside = `<p>${'<b><i><s><u><code>'.repeat(3)}<button>${'<p>字'.repeat(1000)}</button>`
  expect(() => storedText(inside)).toThrow(/^这段文字太复杂/)
})

test('texts from before the limits are shown, and known as such', () => {
  const line = `${'很长的一行 '.repeat(2000)}完`
  expect(shownHtml(line)).toBe(`<p>${line}</p>`)
  expect(isBeyondLimits(line)).toBe(true)
  expect(isBeyondLimits('字\n'.repeat(5001))).toBe(true)
  const many = '<p>字</p>\n'.repeat(5001)
  expect(shownHtml(many).match(/<p>/g)).toHaveLength(5001)
  expect(isBeyondLimits(many)).toBe(true)
  expect(isBeyondLimits(storedText('# 题\n\n- 一\n- 二'))).toBe(false)
})

test('texts are read in a thread as they are stored, or refused with the reason', async () => {
  expect(await Promise.all([readText('# 题\n\n*一*'), readText(''), readText('二')])).toEqual([
    storedText('# 题\n\n*一*'),
    '',
    '二',
  ])
  await expect(readText('字'.repeat(5001))).rejects.toThrow(/^第 1 行/)
  expect(await readText('三')).toBe('三')
})

test('a text that takes minutes is refused, and the process does other work meanwhile', async () => {
  const order: string[] = []
  const read = readText(emphasis).catch((error: unknown) => order.push(String(error)))
  await new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
  order.push('other work')
  await read
  expect(order).toEqual(['other work', expect.stringMatching(/这段文字太复杂/)])
  expect(await readText('再来')).toBe('再来')
})

/** A reader over threads that do what is given, one thread after another, and how many were ended. */
function readerOver(...threads: ((text: string) => Promise<TextReply>)[]) {
  const seen = { started: 0, ended: 0 }
  const read = createTextReader({
    limitMs: 1,
    idleMs: 60_000,
    async start() {
      const work = threads[seen.started]
      seen.started += 1
      if (work === undefined) throw new Error('no thread')
      return {
        run: work,
        async end() {
          seen.ended += 1
        },
      }
    },
  })
  return { read, seen }
}
const echo = async (text: string): Promise<TextReply> => ({ stored: text })

test('a thread that never ends is ended, its text is refused, and the next text has another thread', async () => {
  const { read, seen } = readerOver(() => new Promise(() => undefined), echo)
  const both = await Promise.allSettled([read('一'), read('二')])
  expect(both).toMatchObject([
    {
      status: 'rejected',
      reason: { name: 'UnreadableText', message: expect.stringMatching(/^这段文字太复杂/) },
    },
    { status: 'fulfilled', value: '二' },
  ])
  expect(seen).toEqual({ started: 2, ended: 1 })
})

test('a thread without memory refuses its text; any other failure is one', async () => {
  const { read, seen } = readerOver(
    () => Promise.reject(new WorkerLimitError()),
    () => Promise.reject(new Error('broken')),
    async () => ({ why: '不行' }),
  )
  await expect(read('一')).rejects.toThrow(/^这段文字太复杂/)
  await expect(read('二')).rejects.toThrow(/^broken$/)
  await expect(read('三')).rejects.toThrow(/^不行$/)
  await expect(read('四')).rejects.toThrow(/^不行$/)
  expect(seen).toEqual({ started: 3, ended: 2 })
})

test('a picture whose address leaves its folder is not shown', () => {
  const picture = (src: string) => shownHtml(`<p>字</p><img src="${src}" width="8" height="6" alt="">`)
  expect(picture('/media/images/a.b')).toContain('<img')
  for (const src of ['/media/images/../qr/a', '/media/images/..', '/media/images/a/../../../api/x'])
    expect(picture(src)).not.toContain('<img')
})
