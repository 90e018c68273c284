import type { Term } from '../vocabulary.ts'

/** Groups of children that schools distinguish in their conditions of entry. */
export const identities = [
  { slug: 'mainland', label: '内地户籍' },
  { slug: 'foreign', label: '外国护照' },
  { slug: 'hmt', label: '港澳台' },
  { slug: 'overseas', label: '华侨' },
] as const satisfies readonly Term[]

/** Whether the child lives at home or at school. */
export const stays = [
  { slug: 'day', label: '走读' },
  { slug: 'boarding', label: '住校' },
] as const satisfies readonly Term[]

/** Whether a school takes children of a group. */
export const verdicts = [
  { slug: 'yes', label: '可以报' },
  { slug: 'conditional', label: '有条件' },
  { slug: 'no', label: '不能报' },
] as const satisfies readonly Term[]

/** Kinds of dated steps of an admission, in the order in which they come. */
export const stepKinds = [
  { slug: 'open', label: '开始报名' },
  { slug: 'close', label: '报名截止' },
  { slug: 'assessment', label: '入学测评' },
  { slug: 'result', label: '公布结果' },
  { slug: 'payment', label: '缴费' },
] as const satisfies readonly Term[]

/** Kinds of dated facts about a school that an official source states. */
export const recordKinds = [
  { slug: 'licence', label: '办学许可' },
  { slug: 'operator', label: '举办者' },
  { slug: 'inspection', label: '年检' },
  { slug: 'plan', label: '招生计划' },
  { slug: 'rename', label: '更名' },
  { slug: 'suspension', label: '停招停办' },
] as const satisfies readonly Term[]

/** Who pays a fee. */
export const feePayers = [
  { slug: 'everybody', label: '所有学生' },
  { slug: 'new', label: '新生' },
  { slug: 'boarders', label: '住校生' },
  { slug: 'bus', label: '乘校车的学生' },
] as const satisfies readonly Term[]

/** How often a fee is paid. */
export const feePeriods = [
  { slug: 'year', label: '每年' },
  { slug: 'once', label: '一次' },
] as const satisfies readonly Term[]

export type Identity = (typeof identities)[number]['slug']
