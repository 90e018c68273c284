import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

const crawler = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React writes attributes and text in its own way; none of these is an error of HTML.
    'attr-case': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'element-case': 'off',
    'no-inline-style': 'error',
    'no-trailing-whitespace': 'off',
    'no-raw-characters': 'off',
    'void-style': 'off',
    // Scripts of the same origin need no integrity attribute.
    'require-sri': 'off',
    'script-type': 'off',
    // The phone number of a Chinese school has no form that this rule knows.
    'tel-non-breaking': 'off',
    // Search engines show about 30 Chinese characters; the limit of 70 bytes is for Latin text.
    'long-title': 'off',
    // Redundant for newer engines, needed by the floor (Chrome 64, iOS 12).
    'no-redundant-role': 'off',
  },
})

test('finished documents of every page kind are valid HTML', async () => {
  const school = `/school/${await firstSchoolId()}`
  const parts = ['/', '/aboutus/', '/admissions/', '/faq/', '/graduates/', '/teachers/', '/news/'].map(
    (part) => school + part,
  )
  const pages = [
    '/',
    '/city/',
    '/schoollist/shenzhen/',
    '/schoollist/shenzhen/?stage=high',
    '/search/?q=ib',
    '/toplist/shenzhen/',
    '/grade/shenzhen/',
  ]
  const found: string[] = []
  for (const address of [...pages, ...parts, '/404/', '/no/such/page/']) {
    const html = await (await fetch(siteUrl() + address, { headers: { 'user-agent': crawler } })).text()
    expect(html, address).not.toContain('<!--$!-->')
    const report = await validator.validateString(html)
    for (const { messages } of report.results) {
      for (const { ruleId, message, selector } of messages)
        found.push(`${address} ${ruleId}: ${message} (${selector})`)
    }
  }
  expect(found).toEqual([])
})
