import { expect, test } from 'vitest'
import { areSample, schoolCardView } from '#app/schools/school-card-view.ts'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { schoolCard } from '#tests/support/routes/sample-api.ts'
import { markupAt } from '#tests/support/pages/page-markup.tsx'

const real = schoolCardView(schoolCard({ id: 1 }))
const sample = (id: number) => schoolCardView(schoolCard({ id, sample: true }))
const noticesIn = (html: string) => html.split('示例数据').length - 1

test('sample content is marked once above a list of nothing else, and on each card among other schools', () => {
  expect(noticesIn(markupAt(<SchoolCards schools={[sample(1), sample(2)]} />))).toBe(1)
  expect(noticesIn(markupAt(<SchoolCards schools={[real, sample(2), sample(3)]} />))).toBe(2)
  expect(noticesIn(markupAt(<SchoolCards schools={[real]} />))).toBe(0)
  // A further list of the page that is all sample repeats no notice; a mixed one noticesIn its cards.
  expect(noticesIn(markupAt(<SchoolCards schools={[sample(1)]} isContinued />))).toBe(0)
  expect(noticesIn(markupAt(<SchoolCards schools={[real, sample(1)]} isContinued />))).toBe(1)
  expect([areSample([]), areSample([sample(1)]), areSample([real, sample(1)])]).toEqual([false, true, false])
})

test('a card has at most three tags, its state among them, and no English name unless it is searched for', () => {
  const school = schoolCard({
    name_en: 'String Song',
    state: 'not_enrolling',
    curricula: ['ib', 'alevel', 'igcse', 'ap'],
  })
  const view = schoolCardView(school)
  expect([view.state, view.kind, ...view.curricula]).toEqual(['暂停招生', '国际学校', 'IB'])
  expect(view).not.toHaveProperty('english')
  expect(schoolCardView(school, { withEnglish: true })).toMatchObject({ english: 'String Song' })
})

test('a school without a picture is a row of text that says what is known alone', () => {
  const bare = { id: 3, kind: undefined, stages: [], curricula: [], boarding: undefined }
  const unpriced = { tuition_min: undefined, tuition_max: undefined }
  const rowOf = (facts: Parameters<typeof schoolCard>[0]) => {
    const row = markupAt(<SchoolCards schools={[schoolCardView(schoolCard(facts))]} tiles />)
    return row.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
  }
  expect(rowOf({ ...bare, ...unpriced, district: undefined })).toBe('|深圳弦歌学校|')
  expect(rowOf({ ...bare, ...unpriced })).toBe('|深圳弦歌学校|南山|')
  expect(rowOf({})).toBe('|深圳弦歌学校|南山，高中，全寄宿，国际学校，IB|18–22\u00a0万/年|')
})

test('in a list of stages a card names their tuition, or says that the price is that of the whole school', () => {
  const feeOf = (facts: Parameters<typeof schoolCard>[0]) =>
    schoolCardView(schoolCard({ tuition_min: 100_000, tuition_max: 300_000, ...facts })).fee
  expect(feeOf({})).toBe('10–30\u00a0万/年')
  expect(feeOf({ stage_tuition: { stages: ['high'], min: 260_000, max: 300_000 } })).toBe(
    '高中 26–\u206030\u00a0万/年',
  )
  expect(feeOf({ stage_tuition: { stages: ['middle', 'high'], min: 0, max: 0 } })).toBe('初高中免学费')
  expect(feeOf({ stage_tuition: { stages: ['high'] } })).toBe('全校 10–30\u00a0万/年')
})

test('cards lead on for the child of the page', () => {
  const html = markupAt(<SchoolCards schools={[real]} />, '/?grade=g6&identity=hmt&page=2')
  expect(html).toContain('href="/school/1/?grade=g6&amp;identity=hmt"')
})
