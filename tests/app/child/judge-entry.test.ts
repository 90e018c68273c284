import { expect, it } from 'vitest'
import type { Identity } from '#server/contract/child/entry-terms.ts'
import { judgeEntry, type EntrySource, type EntryVerdict } from '#server/contract/child/judge-entry.ts'
import type { Eligibility } from '#server/contract/child/school-entry.ts'
import type { Kind } from '#server/contract/vocabulary.ts'

/** A school of which nothing is known but that it is open. */
const unknown: EntrySource = { state: 'open', stages: [], entry_grades: [], eligibility: [] }
/** A school that takes new pupils into all grades of primary school. */
const primary: EntrySource = {
  ...unknown,
  stages: ['primary'],
  entry_grades: [{ from_grade: 1, to_grade: 6, school_year: 2027 }],
}
const fifth = { level: 5, year: 2027 }

const kinds: readonly (Kind | undefined)[] = [
  'international',
  'foreign',
  'bilingual',
  'private',
  'public',
  undefined,
]
const groups: readonly Identity[] = ['mainland', 'foreign', 'hmt', 'overseas']
type Statement = Eligibility['verdict'] | 'unknown'
const statements: readonly Statement[] = ['yes', 'conditional', 'no', 'unknown']

/** What each statement means where no national rule decides. */
const usual: Record<Statement, EntryVerdict> = { yes: 'yes', conditional: 'ask', no: 'no', unknown: 'ask' }
/** Where the national rule on schools for foreign nationals' children decides. */
const ruled: Partial<Record<Identity, Partial<Record<Statement, EntryVerdict>>>> = {
  mainland: { yes: 'no', conditional: 'no', no: 'no', unknown: 'no' },
  foreign: { unknown: 'yes' },
}

const table = kinds.flatMap((kind) =>
  groups.flatMap((identity) =>
    statements.map((stated) => {
      const verdict = (kind === 'foreign' ? ruled[identity]?.[stated] : undefined) ?? usual[stated]
      return { kind, identity, stated, verdict }
    }),
  ),
)

it.each(table)(
  '$kind school, $identity child, stated $stated: $verdict',
  ({ kind, identity, stated, verdict }) => {
    const eligibility = stated === 'unknown' ? [] : [{ identity, verdict: stated, source: '招生简章' }]
    const answer = judgeEntry({ ...primary, kind, eligibility }, { ...fifth, identity })
    expect(answer.verdict).toBe(verdict)
    expect(answer.reason).not.toBe('')
    const isRuled = kind === 'foreign' && ruled[identity]?.[stated] !== undefined
    expect(answer.source).toBe(
      isRuled ? '《关于开办外籍人员子女学校的暂行管理办法》' : stated === 'unknown' ? undefined : '招生简章',
    )
    const toAsk = { yes: 0, conditional: 1, no: 0, unknown: 1 }
    expect(answer.ask).toHaveLength(verdict === 'ask' ? toAsk[stated] : 0)
  },
)

const stated = (more: Partial<Eligibility>): Eligibility => ({ identity: 'hmt', verdict: 'yes', ...more })
const open = { ...primary, eligibility: [stated({})] }

it.each<
  [what: string, source: EntrySource, level: number | undefined, verdict: EntryVerdict, reason: RegExp]
>([
  ['nothing known', unknown, 5, 'unknown', /^还没查到收不收港澳台学生，也没查到五年级招不招新生$/],
  ['everything stated', open, 5, 'yes', /收港澳台学生；2027 年招五年级新生/],
  ['closed', { ...open, state: 'closed' }, 5, 'no', /已经停办/],
  ['not enrolling', { ...open, state: 'not_enrolling' }, 5, 'no', /暂停招生/],
  ['another stage', open, 8, 'no', /没有初中/],
  ['no grade', open, undefined, 'ask', /没有选年级/],
  ['grades not stated', { ...open, entry_grades: [] }, 5, 'ask', /还没查到五年级招不招新生/],
  [
    'another grade',
    { ...open, entry_grades: [{ from_grade: 1, to_grade: 1 }] },
    5,
    'no',
    /不招五年级新生，招一年级/,
  ],
  [
    'other grades, those that follow one another as one range',
    {
      ...open,
      entry_grades: [
        [-2, -2],
        [-1, -1],
        [2, 4],
        [1, 1],
        [7, 7],
        [8, 8],
        [10, 10],
        [11, 11, 0],
      ].map(([from = 0, to = 0, places]) => ({
        from_grade: from,
        to_grade: to,
        ...(places === 0 ? { places } : {}),
      })),
    },
    5,
    'no',
    /不招五年级新生，招小班至中班、一年级至四年级、初一至初二、高一$/,
  ],
  ['no places', { ...open, entry_grades: [{ from_grade: 5, to_grade: 5, places: 0 }] }, 5, 'no', /没有名额/],
  [
    'a note on the grade',
    { ...open, entry_grades: [{ from_grade: 2, to_grade: 5, note: '有空位时招插班生' }] },
    5,
    'yes',
    /招五年级新生（有空位时招插班生）/,
  ],
  [
    'an earlier year alone',
    { ...open, entry_grades: [{ from_grade: 5, to_grade: 5, school_year: 2026 }] },
    5,
    'yes',
    /2026 年招五年级新生/,
  ],
  [
    'the latest year replaces the earlier one',
    {
      ...open,
      entry_grades: [
        { from_grade: 5, to_grade: 5, school_year: 2026 },
        { from_grade: 1, to_grade: 1, school_year: 2027 },
      ],
    },
    5,
    'no',
    /2027 年不招五年级新生/,
  ],
  [
    'a statement on the grade is closer than one on all',
    { ...open, eligibility: [stated({}), stated({ verdict: 'no', from_grade: 4, to_grade: 6 })] },
    5,
    'no',
    /不收港澳台学生/,
  ],
  [
    'a statement on other grades',
    { ...open, eligibility: [stated({ from_grade: 1, to_grade: 3 })] },
    5,
    'ask',
    /还没查到收不收港澳台学生/,
  ],
  [
    'another group',
    { ...open, eligibility: [stated({ identity: 'foreign' })] },
    5,
    'ask',
    /还没查到收不收港澳台学生/,
  ],
  [
    'a condition in words',
    { ...open, eligibility: [stated({ verdict: 'conditional', condition: '持居住证' })] },
    5,
    'ask',
    /^收港澳台学生，须持居住证$/,
  ],
])('%s', (_, source, level, verdict, reason) => {
  const answer = judgeEntry(source, { level, identity: 'hmt', year: 2027 })
  expect(answer.verdict).toBe(verdict)
  expect(answer.reason).toMatch(reason)
})

it('is never sure of a child whose group is unknown', () => {
  expect(judgeEntry(open, fifth)).toMatchObject({ verdict: 'ask', reason: '还没有选孩子的户籍或护照' })
  expect(judgeEntry({ ...open, state: 'closed' }, fifth).verdict).toBe('no')
})

it('gives the same verdict for every year of entry', () => {
  for (const source of [unknown, primary, open])
    for (const year of [2025, 2028])
      expect(judgeEntry(source, { level: 5, identity: 'hmt', year }).verdict).toBe(
        judgeEntry(source, { level: 5, identity: 'hmt', year: 2027 }).verdict,
      )
})

it('a school without lodging takes no boarder, and one for boarders alone no day pupil', () => {
  const asked = { ...fifth, identity: 'hmt' as const }
  const judge = (boarding: 'day' | 'optional' | 'full' | undefined, stay: 'day' | 'boarding') =>
    judgeEntry({ ...open, boarding }, { ...asked, stay })
  expect(judge('day', 'boarding')).toEqual({
    verdict: 'no',
    reason: '学校只收走读生',
    ask: [],
    lacks_place: 'boarding',
  })
  expect(judge('full', 'day')).toMatchObject({
    verdict: 'no',
    reason: '学校只收住校生',
    lacks_place: 'day',
  })
  for (const boarding of ['optional', undefined] as const)
    for (const stay of ['day', 'boarding'] as const) expect(judge(boarding, stay).verdict).toBe('yes')
})

it('a refusal of the group is told apart from one of the grade', () => {
  const refusing = [{ identity: 'hmt' as const, verdict: 'no' as const }]
  const judge = (source: Partial<typeof open>) =>
    judgeEntry({ ...open, ...source }, { ...fifth, identity: 'hmt' })
  expect(judge({ eligibility: refusing })).toMatchObject({ verdict: 'no', refuses_identity: true })
  const full = [{ from_grade: 5, to_grade: 5, places: 0 }]
  expect(judge({ entry_grades: full })).toMatchObject({ verdict: 'no' })
  expect(judge({ entry_grades: full })).not.toHaveProperty('refuses_identity')
})

it('a school that takes no such child anyway says that, not which places it lacks', () => {
  const closed = { ...open, state: 'not_enrolling' as const, boarding: 'day' as const }
  const answer = judgeEntry(closed, { ...fifth, identity: 'hmt', stay: 'boarding' })
  expect(answer).toMatchObject({ verdict: 'no', reason: '学校暂停招生' })
  expect(answer).not.toHaveProperty('lacks_place')
})
