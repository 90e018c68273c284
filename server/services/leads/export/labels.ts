import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import { guestKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { cities } from '#server/contract/cities.ts'
import { grades } from '#server/contract/grades.ts'
import { stages, type Term } from '#server/contract/vocabulary.ts'

/** Labels of terms by slug. */
export function labelsOf(terms: readonly Term[]): ReadonlyMap<string, string> {
  return new Map(terms.map(({ slug, label }) => [slug, label]))
}

/** Labels for people of the slugs in exported columns. */
export const orderTypeLabels: ReadonlyMap<string, string> = new Map(Object.entries(orderTypeNames))
export const cityLabels: ReadonlyMap<string, string> = new Map(cities.map(({ code, name }) => [code, name]))
export const stageLabels = labelsOf(stages)
export const gradeLabels = labelsOf(grades)
export const leadStateLabels: ReadonlyMap<string, string> = new Map([
  ['received', '已收到'],
  ['waiting', '候补中'],
  ['contacted', '已联系'],
  ['cancelled', '已取消'],
  ['withdrawn', '已撤回授权'],
])
export const questionStateLabels: ReadonlyMap<string, string> = new Map([
  ['pending', '待审核'],
  ['shown', '已公开'],
  ['refused', '不公开'],
  ['joined', '已合并'],
])
export const guestKindLabels = labelsOf(guestKinds)
export const consentLabels: ReadonlyMap<string, string> = new Map([
  ['contact', '联系'],
  ['guardian', '监护人'],
  ['marketing', '招生消息'],
])
