import { expect, test } from 'vitest'
import { readTarget, wordsOfTarget } from '#server/site/read-target.ts'

/** Addresses of other programs: a row is the kind, what they ask for, and what was meant (unescaped). */

const shekou = '/schoollist/shenzhen/?district=nanshan&q=蛇口'
test.each([
  ['GBK in a query', '/search/?q=%C4%CF%C9%BD', '/search/?q=南山'],
  ['GBK whose bytes are UTF-8 of another script too', '/search/?q=%CC%A8%D6%DD', '/search/?q=台州'],
  ['GBK in a path', '/schoollist/%C9%EE%DB%DA/', '/schoollist/深圳/'],
  ['GBK with a byte that is a letter of ASCII', '/search/?q=%88@', '/search/?q=園'],
  ['bytes that nobody escaped, as Node hands them over', '/search/?q=\u00c4\u00cf', '/search/?q=南'],
  ['GBK with a space', '/search/?q=%C4%CF%C9%BD+%CD%E2', '/search/?q=南山 外'],
  ['escapes of JavaScript', '/search/?q=%u5357%u5C71', '/search/?q=南山'],
  ['a pair of surrogates in them', '/search/?q=%uD842%uDFB7', '/search/?q=𠮷'],
  ['escapes that were escaped again', '/search/?q=%25E5%258D%2597', '/search/?q=南'],
  ['an escape that was cut off', '/search/?q=%E5%8D%97%E5%B1', '/search/?q=南'],
  ['a full stop of a chat', '/school/1/%E3%80%82', '/school/1/'],
  ['a bracket of a chat', '/school/1/）', '/school/1/'],
  ['a comma and a bracket', '/school/1/),', '/school/1/'],
  ['a comma behind a query', `${encodeURI(shekou)}%EF%BC%8C`, shekou],
])('%s', (_kind, asked, meant) => {
  expect(decodeURI(readTarget(asked) ?? '')).toBe(meant)
})

test.each([
  '/',
  '/schoollist/shenzhen/?stage=high,middle&page=2',
  `/search/?q=${encodeURIComponent('南山（国际）')}&x=1`,
  '/search/?q=caf%C3%A9+50%25',
  '/search/?q=IB%2FAP+%E5%8D%97',
  '/search/?q=100%',
  `/login/?back=${encodeURIComponent(`/search/?q=${encodeURIComponent('南山')}`)}`,
  '/search/?q=%EA%B5%AD%EC%A0%9C',
  '/openday/31/calendar.ics',
])('%s is as it was meant', (target) => {
  expect(readTarget(target)).toBe(target)
})

test.each(['/%', '/%zz/', '/%ff%fe/', '/%ed%a0%80/'])('%s is no address', (target) => {
  expect(readTarget(target)).toBeUndefined()
})

test('the words of an address are its first Chinese ones', () => {
  expect(wordsOfTarget('/school/1/%E8%BF%99%E6%89%80%20good')).toBe('这所')
  expect(wordsOfTarget('/search/?a=1&q=%C4%CF%C9%BD')).toBe('南山')
  expect(wordsOfTarget('/%ff/')).toBe('')
})
