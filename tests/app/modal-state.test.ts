import { expect, test } from 'vitest'
import { closed, nothingOpen, opened, queryOf } from '#app/browser/modal-state.ts'

const of = (query: string) => opened(new URLSearchParams(query))

test('a link opens the order or the login modal; the usual order type is order', () => {
  expect(of('modal=order&schoolId=3')).toEqual({
    orderVisible: true,
    loginVisible: false,
    orderType: 'order',
    schoolId: '3',
  })
  expect(of('modal=order&orderType=consult').orderType).toBe('consult')
  expect(of('modal=order&orderType=nonsense').orderType).toBe('order')
  expect(of('modal=login')).toMatchObject({ orderVisible: false, loginVisible: true })
})

test('closing hides both and clears the school', () => {
  expect(closed()).toEqual({ ...nothingOpen, schoolId: undefined })
  expect(closed()).toMatchObject({ orderVisible: false, loginVisible: false, orderType: 'order' })
})

test('the form is asked for with what is open, and nothing else of the link', () => {
  const link = new URLSearchParams('modal=order&schoolId=3&openDayId=9&utm_source=x')
  expect(queryOf(opened(link), link)).toBe('modal=order&orderType=order&schoolId=3&openDayId=9')
  expect(queryOf(nothingOpen, link)).toBeUndefined()
})
