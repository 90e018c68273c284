import { drawFactChecks, listFactChecks, recordFactCheck } from '#server/contract/staff/fact-checks.ts'
import type { z } from 'zod'
import {
  contentField,
  getContent,
  getContentForm,
  getContentHistory,
  listContent,
  reinstateContent,
  restoreContent,
  showContentText,
  withdrawContent,
} from '#server/contract/staff/content.ts'
import { uploadPicture } from '#server/contract/staff/pictures.ts'
import { compareSchoolMerge, mergeSchools } from '#server/contract/staff/school-merge.ts'
import {
  chooseFact,
  confirmFacts,
  listContradictions,
  listStaleFacts,
} from '#server/contract/staff/fact-queue.ts'
import { acceptFactProposals, listFactProposals } from '#server/contract/staff/fact-proposals.ts'
import { getCompleteness } from '#server/contract/staff/school-facts.ts'
import { previewDraft } from '#server/contract/staff/draft-preview.ts'
import * as drafts from '#server/contract/staff/drafts.ts'
import { answer, type FakeAnswer } from './fake-api.ts'

const at = '2027-03-01T04:00:00.000Z'
const sections = [{ slug: 'costs', label: '费用' }]
/** The fields of one section: a number, a choice of several, a list. */
export const costFields: z.input<typeof contentField>[] = [
  {
    name: 'tuition_min',
    label: '最低学费',
    control: 'number',
    section: 'costs',
    needed: false,
    value: '100000',
  },
  {
    name: 'stages',
    label: '学段',
    control: 'choices',
    section: 'costs',
    needed: false,
    value: 'primary',
    options: [
      { value: 'primary', label: '小学' },
      { value: 'middle', label: '初中' },
    ],
  },
  {
    name: 'fees',
    label: '其他费用',
    control: 'list',
    section: 'costs',
    needed: false,
    value: '[{"label":"报名费","amount":"2000"}]',
    rows: [{ label: '报名费', amount: '2000' }],
    columns: [
      { name: 'label', label: '名称', control: 'line', needed: true },
      { name: 'amount', label: '金额', control: 'number', needed: true },
    ],
  },
  {
    name: 'cover',
    label: '封面',
    control: 'picture',
    section: 'costs',
    needed: false,
    value: '0123456789abcdef0123456789abcdef.jpg',
  },
  { name: 'cover_alt', label: '封面说明', control: 'line', section: 'costs', needed: false, value: '校门' },
  { name: 'body', label: '正文', control: 'rich', section: 'costs', needed: false, value: '正文' },
]

const row = {
  id: 12,
  title: '深圳弦歌学校',
  city_code: '4403',
  updated_at: at,
  drafts: [],
} satisfies z.input<(typeof listContent)['data']>['items'][number]
/** A draft of the sample. */
export const draft = {
  id: 4,
  version: 2,
  kind: 'schools',
  row_id: 12,
  title: '深圳弦歌学校',
  state: 'draft',
  author: '周主管',
  updated_at: at,
  failed: false,
  sections,
  fields: costFields,
  differences: [{ field: 'tuition_min', label: '最低学费', before: '100000', after: '120000' }],
  problems: [],
  outdated: false,
} as const satisfies z.input<(typeof drafts.getDraft)['data']>

const list = <Item>(items: Item[]) => ({ items, total: items.length, page: 1, page_size: 20 })
const changed = { id: 4, version: 3 }

/** A fact of the sample that waits for an editor. */
const fact = { fact: 'tuition_min', text: '12 万', section: 'costs' } as const
const queued = {
  school: { id: 12, name: row.title },
  city_code: '4403',
  version: at,
  source: { source: '官网', source_kind: 'school' },
  wanted: 2,
} as const

/** Answers of the calls of content and drafts. */
export function contentAnswers(): FakeAnswer[] {
  return [
    answer(listContent, list([row])),
    answer(listStaleFacts, list([{ ...queued, since: '2024-05-01', facts: [{ ...fact }] }])),
    answer(
      listContradictions,
      list([{ ...queued, ...fact, others: [{ text: '10 万', source: { source: '名录' } }] }]),
    ),
    answer(
      listFactProposals,
      list([
        {
          key: '12:stages',
          school: { id: 12, name: row.title },
          city_code: '4403',
          fact: 'stages',
          text: '小学',
          from: 'name',
        },
      ]),
    ),
    answer(acceptFactProposals, { run: 8, changed: 1 }),
    answer(listFactChecks, {
      to_draw: '2027-03-01',
      months: [{ month: '2027-02-01', drawn: 2, right: 0, wrong: 1, unclear: 0 }],
      items: [
        { id: 3, school: { id: 12, name: row.title }, city_code: '4403', fact: 'tuition_min', text: '12 万' },
        {
          id: 4,
          school: { id: 12, name: row.title },
          city_code: '4403',
          fact: 'phone',
          text: '0755-26000000',
          finding: 'wrong',
          note: '换了号码',
          checked_at: at,
          checked_by: '李编辑',
        },
      ],
    }),
    answer(drawFactChecks, { month: '2027-03-01', drawn: 50 }),
    answer(recordFactCheck, { month: '2027-02-01' }),
    answer(confirmFacts, { version: at }),
    answer(chooseFact, { version: at }),
    answer(getCompleteness, {
      schools: 3,
      facts: [{ fact: 'kind', missing: 1, known: 2, fresh: 0, stale: 1, undated: 1, not_published: 0 }],
      first: [{ city_code: '4403', fact: 'kind', missing: 1, favourites: 2, requests: 1, score: 4 }],
    }),
    answer(getContent, { ...row, version: at, sections, fields: costFields }),
    answer(getContentForm, { sections, fields: costFields }),
    answer(getContentHistory, {
      title: row.title,
      fields: costFields,
      items: [
        {
          import_id: 7,
          at,
          operator: '周主管',
          files: ['草稿-4.jsonl'],
          added: false,
          differences: [...draft.differences],
        },
      ],
    }),
    answer(restoreContent, { draft: 4 }),
    answer(withdrawContent, { version: at }),
    answer(reinstateContent, { version: at }),
    answer(uploadPicture, { name: 'fedcba9876543210fedcba9876543210.jpg', width: 800, height: 600 }),
    answer(compareSchoolMerge, {
      stay: { id: 12, name: row.title, version: at, withdrawn: false },
      go: { id: 13, name: '弦歌学校（旧）', version: at, withdrawn: false },
      moved: [
        { kind: 'views', total: 3, twice: 1 },
        { kind: 'leads', total: 2, twice: 0 },
      ],
      differing: [
        {
          fact: 'phone',
          label: '电话',
          columns: [
            { name: 'phone', label: '电话', control: 'line', needed: false, stay: '0755-1', go: '0755-2' },
          ],
        },
      ],
    }),
    answer(mergeSchools, { id: 12 }),
    answer(showContentText, { html: '<p>正文</p>', problems: [] }),
    answer(drafts.listDrafts, list([draft])),
    answer(drafts.getDraft, draft),
    answer(drafts.saveDraft, changed),
    answer(previewDraft, { row_id: 12, city_code: '4403', answers: [] }),
    answer(drafts.publishDraft, { ...changed, row_id: 12 }),
    ...[
      drafts.scheduleDraft,
      drafts.reopenDraft,
      drafts.proposeDraft,
      drafts.refuseDraft,
      drafts.rebaseDraft,
      drafts.discardDraft,
    ].map((endpoint) => answer(endpoint, changed)),
  ]
}
