import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { missingSettings } from '#server/config/missing-settings.ts'

const configOf = (variables: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...variables })
const variablesOf = (env: Record<string, string>) =>
  missingSettings(configOf({ SAMPLE: 'off', ...env })).map(({ variable }) => variable)

test('a site that sets nothing lacks what the law asks for first, then what visitors miss', () => {
  expect(variablesOf({})).toEqual([
    'SITE_COMPANY',
    'SITE_ADDRESS',
    'SITE_PHONE',
    'SITE_ICP',
    'SITE_POLICE',
    'SITE_CREDIT_CODE',
    'SITE_TELECOM',
    'SITE_REPORTS',
    'SECURITY_CONTACT',
    'SMS',
    'MAPS_KEY',
    'SITE_CHECKING',
    'SITE_ADVISORS',
  ])
})

test('what is set is not missing; an address by mail is one', () => {
  const set = { SITE_COMPANY: '深圳择校有限公司', SITE_EMAIL: 'a@example.cn', SITE_ICP: '粤ICP备1号' }
  expect(variablesOf(set)).toEqual([
    'SITE_ADDRESS',
    'SITE_POLICE',
    'SITE_CREDIT_CODE',
    'SITE_TELECOM',
    'SITE_REPORTS',
    'SECURITY_CONTACT',
    'SMS',
    'MAPS_KEY',
    'SITE_CHECKING',
    'SITE_ADVISORS',
  ])
})

test('a record at the police wants its picture too', () => {
  const record = { SITE_POLICE: '粤公网安备44030502000001号' }
  expect(variablesOf(record)).toContain('SITE_POLICE_BADGE')
  expect(variablesOf({ ...record, SITE_POLICE_BADGE: '/media/gongan.png' })).not.toContain(
    'SITE_POLICE_BADGE',
  )
})

test.each([
  ['SITE_POLICE', '粤公网安备'],
  ['SITE_POLICE_BADGE', 'https://elsewhere.example/badge.png'],
  ['SITE_CREDIT_CODE', '9144'],
])('%s is refused as %s', (variable, value) => {
  expect(() => configOf({ [variable]: value })).toThrow(variable)
})

test('the sample has an operator of its own, which a setting replaces', () => {
  expect(configOf({}).site.advisors?.[0]).toMatch(/^示例：/)
  expect(configOf({ SITE_ADVISORS: '甲。|乙。' }).site.advisors).toEqual(['甲。', '乙。'])
  expect(configOf({ SAMPLE: 'off' }).site).toEqual({
    name: '择校通',
    signsForWechat: false,
    verifiedQuestions: true,
  })
})
