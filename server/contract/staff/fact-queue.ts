import { z } from 'zod'
import { schoolStatement } from '../catalogue/fact-statements.ts'
import { cityCode, day, id, listFields, listOf } from '../fields.ts'
import { sourceKinds } from '../vocabulary.ts'
import { unlessEmpty } from './empty-field.ts'
import { statedFact } from './school-facts.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { editedVersion, writtenLine } from './written-fields.ts'

const ofCity = {
  city_code: unlessEmpty(cityCode),
  page: listFields.page,
  page_size: listFields.page_size,
}

const ofSchool = {
  school: z.object({ id: z.int(), name: z.string() }),
  city_code: cityCode,
  /** The state of the school that a decision is made from. */
  version: z.string(),
  /** How often the school is a favourite or was asked for: views are not counted. */
  wanted: z.int(),
}

const source = schoolStatement.omit({ facts: true, value: true })

/** A fact with its value in words, and the section of the school's form that it stands in. */
const valuedFact = z.object({ fact: statedFact, text: z.string(), section: z.string() })

/**
 * Facts past their life, those of one statement of a school together: first those that are old and wanted, by the age of their
 * statement in days times one more than `wanted`.
 */
export const listStaleFacts = staffEndpoint({
  method: 'GET',
  path: '/api/staff/school-facts/stale',
  summary: '过了有效期的资料',
  right: 'content.write',
  input: z.object(ofCity),
  data: listOf(z.object({ ...ofSchool, source, since: day, facts: z.array(valuedFact) })),
})

/** Facts of which sources say different things, in the same order by the oldest other statement. */
export const listContradictions = staffEndpoint({
  method: 'GET',
  path: '/api/staff/school-facts/contradictions',
  summary: '来源不一致的资料',
  right: 'content.write',
  input: z.object(ofCity),
  data: listOf(
    z.object({
      ...ofSchool,
      ...valuedFact.shape,
      /** What is known of the source of the value that is shown; empty: nothing. */
      source,
      others: z.array(z.object({ text: z.string(), source })),
    }),
  ),
})

const decision = { school: id, version: editedVersion }

/**
 * States that facts of a school are still so: by this source, today, checked by who sends it. 1409 when the school was changed
 * since `version`, 1001 with `fields.facts` for facts of which the school has no value.
 */
export const confirmFacts = staffEndpoint({
  method: 'POST',
  path: '/api/staff/school-facts/confirm',
  summary: '资料仍然是这样',
  right: 'content.write',
  input: z.object({
    ...decision,
    facts: z.array(statedFact, '请选择资料').min(1, '请选择资料'),
    source: writtenLine(200, '来源'),
    source_kind: unlessEmpty(
      z.enum(
        sourceKinds.map(({ slug }) => slug),
        '来源类型不正确',
      ),
    ),
  }),
  data: z.object({ version: z.string() }),
})

/**
 * Decides what a school's fact is where sources say different things: `choice` 0 is the value that is shown, 1 the first of the
 * others. The others are forgotten; the history has them. 1409 when the school was changed since `version`.
 */
export const chooseFact = staffEndpoint({
  method: 'POST',
  path: '/api/staff/school-facts/choose',
  summary: '选定一种说法',
  right: 'content.write',
  input: z.object({
    ...decision,
    fact: statedFact,
    choice: z.coerce
      .number('请选择一种说法')
      .int('请选择一种说法')
      .min(0, '请选择一种说法')
      .max(50, '请选择一种说法'),
  }),
  data: z.object({ version: z.string() }),
})
