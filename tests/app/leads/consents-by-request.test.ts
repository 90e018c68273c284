import { expect, test } from 'vitest'
import { consentsByRequest } from '#app/routes/personal/consents-by-request.ts'

const consent = {
  purpose: 'contact' as const,
  recipient: '南山书院',
  text: '同意',
  text_version: '2026-11-23',
  given_at: '2026-11-20T09:30:00+08:00',
}

test('consents stand under their request by purpose, others alone', () => {
  const groups = consentsByRequest([
    { ...consent, id: 5, purpose: 'marketing', reference: 'AAAAAAAAAA' },
    { ...consent, id: 4, purpose: 'checkin', recipient: '择校通' },
    { ...consent, id: 3, reference: 'BBBBBBBBBB', transferred_at: '2026-11-22T11:00:00+08:00' },
    {
      ...consent,
      id: 2,
      purpose: 'contact',
      reference: 'AAAAAAAAAA',
      withdrawn_at: '2026-11-21T10:00:00+08:00',
    },
    { ...consent, id: 1, purpose: 'checkin', recipient: '择校通' },
  ])
  expect(groups.map(({ reference, consents }) => [reference, consents.map(({ id }) => id)])).toEqual([
    ['AAAAAAAAAA', [2, 5]],
    [undefined, [4]],
    ['BBBBBBBBBB', [3]],
    [undefined, [1]],
  ])
  expect(groups[0]).toMatchObject({ recipient: '南山书院', given: '2026年11月20日 09:30' })
  expect(groups.map(({ transferred }) => transferred)).toEqual([
    undefined,
    undefined,
    '2026年11月22日 11:00',
    undefined,
  ])
  expect(groups[0]?.consents).toMatchObject([{ withdrawn: '2026年11月21日 10:00' }, { id: 5 }])
})
