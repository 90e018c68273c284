import { z } from 'zod'
import { id } from '../fields.ts'
import { contentField } from './content.ts'
import { staffEndpoint } from './staff-endpoint.ts'

const side = z.object({
  id: z.int(),
  name: z.string(),
  /** The state that a merge is made from. */
  version: z.string(),
  withdrawn: z.boolean(),
})

/** What belongs to the school that goes, in the order of the page. */
export const movedKinds = [
  { slug: 'views', label: '学校动态' },
  { slug: 'graduates', label: '毕业生' },
  { slug: 'teachers', label: '师资' },
  { slug: 'envs', label: '校园环境' },
  { slug: 'questions', label: '问答' },
  { slug: 'open_days', label: '开放日' },
  { slug: 'promotions', label: '推广' },
  { slug: 'rankings', label: '榜单名次' },
  { slug: 'exhibitors', label: '参展登记' },
  { slug: 'corrections', label: '纠错' },
  { slug: 'favourites', label: '家长的收藏' },
  { slug: 'leads', label: '线索' },
  { slug: 'members', label: '学校成员账号' },
] as const
export type MovedKind = (typeof movedKinds)[number]['slug']

const pair = { stay: id, go: id }

/**
 * Two schools of a city side by side: what moves to the one that stays, what is there twice, and facts that differ. 1404 for an
 * unknown school, 1409 when they cannot be merged.
 */
export const compareSchoolMerge = staffEndpoint({
  method: 'GET',
  path: '/api/staff/school-merge',
  summary: '比较要合并的学校',
  right: 'content.write',
  input: z.object(pair),
  data: z.object({
    stay: side,
    go: side,
    moved: z.array(
      z.object({
        kind: z.enum(movedKinds.map(({ slug }) => slug)),
        total: z.int(),
        /** Those that the other school has too: they do not move. */
        twice: z.int(),
      }),
    ),
    /** Facts of which one has to be chosen; columns that belong together are one. */
    differing: z.array(
      z.object({
        fact: z.string(),
        label: z.string(),
        /** Its columns, each with the cells of both schools; empty: not known. */
        columns: z.array(
          contentField
            .omit({ section: true, hint: true, value: true, rows: true })
            .extend({ stay: z.string(), go: z.string() }),
        ),
      }),
    ),
  }),
})

/**
 * Merges two schools in one transaction: what belongs to `go` moves, its addresses lead to `stay`, its name becomes a former
 * one. It cannot be undone. 1409 when one of them was changed since its version.
 */
export const mergeSchools = staffEndpoint({
  method: 'POST',
  path: '/api/staff/school-merge',
  summary: '合并学校',
  right: 'content.write',
  input: z.object({
    ...pair,
    stay_version: z.string().min(1, '版本不正确').max(40, '版本不正确'),
    go_version: z.string().min(1, '版本不正确').max(40, '版本不正确'),
    /**
     * Whether both are one school that was entered twice. Of different schools the leads and the members stay with the one that
     * goes: their consents name it.
     */
    same: z.enum(['yes', 'no'], '请选择是不是同一所学校'),
    /** Facts that are taken from the school that goes. */
    taken: z.array(z.string().max(40)).max(60).default([]),
  }),
  data: z.object({ id: z.int() }),
})
