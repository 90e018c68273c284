import { expect, test } from 'vitest'
import { faultsOfWalkIn } from '#app/check-ins/kiosk/views/walk-in-form.tsx'
import { modifyCenter } from '#server/contract/accounts/account.ts'
import { guestPhone, personName } from '#server/contract/fields.ts'

test.each([
  '王小明',
  '欧阳 娜娜',
  'Anne-Marie O’Neill',
  'Maria Fernanda González-Ávila',
  '𠮷'.repeat(60),
  'Null',
  'Nan',
  '喆',
  '阿卜杜拉·买买提',
  ' 王\n',
])('%j is a name', (name) => {
  expect(personName.parse(name)).toBe(name.trim())
})

test.each([
  '王\n小明',
  '王\r小明',
  '王\u0000',
  '王\u2028小',
  '\u202e明小王',
  '王\u2066a\u2069',
  '王\u200f小',
  '王\t小',
])('%j is refused with what is wrong with it', (name) => {
  expect(personName.safeParse(name).error?.issues[0]?.message).toContain('看不见的字符')
})

test.each(['小\n明', '小\u202e明', '小\u2028明'])('%j is no nickname, as it is no name', (nickname) => {
  expect(modifyCenter.input.safeParse({ nickname }).error?.issues[0]?.message).toMatch('看不见的字符')
  expect(modifyCenter.input.safeParse({ nickname: '小明 👨‍👩‍👧' }).success).toBe(true)
})

test.each([
  '',
  ' ',
  '字'.repeat(61),
  '13800138401',
  '#N/A',
  'null',
  '???',
  '张?',
  'Christopher Alexander Wang',
  '王\n小明',
  '王小明',
  ` ${'字'.repeat(60)} `,
])('a check-in device refuses %j as the server does, before it is queued', (name) => {
  const { error } = personName.safeParse(name)
  const faults = faultsOfWalkIn({ name, phone: '138 0000 0001', agreed: true })
  expect(faults.name).toBe(error?.issues[0]?.message)
  expect(faults.name === undefined).toBe(
    name.includes('王小明') || name.includes('Wang') || name.trim().length === 60,
  )
})

test.each([
  ['', '请填写电话'],
  ['\u3000', '请填写电话'],
  ['138', '请填写正确的电话'],
  ['138 0000 0001', undefined],
])('a check-in device refuses the phone %j as the server does', (phone, said) => {
  expect(guestPhone.safeParse(phone).error?.issues[0]?.message.split('；')[0]).toBe(said)
  expect(faultsOfWalkIn({ name: '王小明', phone, agreed: true }).phone).toBe(said)
})
