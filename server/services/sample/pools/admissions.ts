import type { Pooled } from './pool.ts'

/** Whom a school takes and how many. */
export const intake: readonly Pooled<string>[] = [
  ['[year] 年秋季主要招收[lower]新生，其他年级视空额少量补录。'],
]
/** How one applies and what is assessed. */
export const assessment: readonly Pooled<string>[] = [['线上填表之后，招生办会在五个工作日内打电话约时间。']]
/** When one pays and what is given back. */
export const money: readonly Pooled<string>[] = [['学费按学期收取，开学前两周缴清。']]
/** Changes during the year, and what else parents ask. */
export const transfers: readonly Pooled<string>[] = [['学期中转入的学生先跟班两天，再办手续。']]
