import type { OrderType } from '../catalogue/order-types.ts'

/**
 * Who receives requests about a school: the school itself, which has an account or agreed to it, or the operator, who said
 * that it asks the school for families. Requests about a school without a recipient are not offered and are refused.
 */
export const recipientKinds = ['school', 'operator'] as const
export type RecipientKind = (typeof recipientKinds)[number]

/** Who receives a request, by the name that its consents have. */
export type Recipient = { kind: RecipientKind; name: string }

type School = { name: string; recipient?: RecipientKind | undefined }

/** The recipient of a request about a school, or without one to the operator itself; undefined where the school has none. */
export function recipientOf(school: School | undefined, operator: string): Recipient | undefined {
  if (school === undefined) return { kind: 'operator', name: operator }
  if (school.recipient === undefined) return undefined
  return { kind: school.recipient, name: school.recipient === 'school' ? school.name : operator }
}

/** Why requests about a school are not offered. */
export function noRecipientText(school: string): string {
  return `${school}没有在本站接收预约和提问，本站也没有代办`
}

type Request = { orderType: OrderType; recipient: Recipient; school?: string | undefined }

/** What a caller sentence begins with. */
export const callerQuestion = '谁会给您打电话：'

/**
 * Who calls the family about a request, as a sentence after `callerQuestion`: form, confirmation and staff page say the same.
 * The site itself tells the guests of an open day what changes.
 */
export function callerText({ orderType, recipient: { kind, name }, school }: Request): string {
  if (orderType === 'openday') {
    const guests = kind === 'school' ? `名单会交给${name}。` : ''
    return `预约不用等电话；只有改期、取消或候补有名额时，本站的工作人员用短信或电话通知您。${guests}`
  }
  if (kind === 'school') return `${name}。本站只把申请转给学校，自己不打电话。`
  return school === undefined
    ? `${name}的工作人员。`
    : `${name}的工作人员，替您问${school}；不把您的姓名和电话给学校。`
}

/** Whether the school calls the family about a request, and the site does not. */
export function isCalledBySchool(lead: {
  order_type: OrderType
  recipient_kind?: RecipientKind | undefined
}): boolean {
  return lead.recipient_kind === 'school' && lead.order_type !== 'openday'
}

/** Who reads the message of a request. */
export function messageReaderText({ kind, name }: Recipient): string {
  return kind === 'school' ? `和申请一起转给${name}` : `只给${name}的工作人员看，不转给学校`
}
