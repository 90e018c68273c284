import { expect, test } from 'vitest'
import { withoutStreamStyle } from '#app/remix/stream-style.server.ts'

const head = '<head><meta charSet="utf-8"/>'
const style =
  '<noscript><style nonce="n">[id^="S:"]{display:block!important}[id="S:0"]{order:10}</style></noscript>'
const without = (html: string) => withoutStreamStyle(Buffer.from(html)).toString()

test('a complete document has no styles for parts that stand after it', () => {
  const body = '</head><body>学校<noscript><img src="/nojs.gif" alt=""/></noscript></body>'
  expect(without(head + style + body)).toBe(`${head}<noscript></noscript>${body}`)
})

test('a document with a part after it keeps them, and so does one without such styles', () => {
  const late = `${head}${style}</head><body><div hidden id="S:0">学校</div></body>`
  expect(without(late)).toBe(late)
  const plain = `${head}</head><body><noscript><img src="/nojs.gif" alt=""/></noscript></body>`
  expect(without(plain)).toBe(plain)
})
