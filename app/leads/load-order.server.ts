import { randomUUID } from 'node:crypto'
import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { getOpenDay, listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { hasChild } from '#server/contract/child/child-query.ts'
import { recipientOf, type Recipient } from '#server/contract/leads/recipient.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { rememberedChild } from '#app/child/child-cookie.server.ts'
import { gradeCostText } from '#app/child/child-texts.server.ts'
import { entryYears, readChild, type CheckedChild } from '#app/child/read-child.server.ts'
import { gradeNow } from '#app/child/grade-now.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isTransportFailure, NotLoggedInError } from '#app/api/errors.ts'
import { movedSchoolOf, orNotFound } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { orderFormPath } from '#app/paths.ts'
import { referrerOf } from '#app/referrer.server.ts'
import { tuitionLabel } from '#app/schools/fact-labels.ts'
import { schoolLinks } from '#app/schools/school-links.server.ts'
import { isId, notFound } from '#app/require-id.ts'
import { schoolFacts } from '#app/ui/text/school-facts.ts'
import { dateText, hoursText } from '#app/ui/text/format.ts'
import { tokenOf } from '#app/cookies/token.ts'
import { openDayName } from '../open-days/open-day-name.ts'
import { orderTypeOf } from './order-labels.ts'

type OpenDay = DataOf<typeof getOpenDay>

/** An open day as the form shows it. */
export type OpenDayChoice = Pick<OpenDay, 'id' | 'title' | 'state'> & {
  when: string
  place?: string
  cancelReason?: string
}

/** The view model of the lead form. */
export type OrderView = {
  /** Idempotency key of the form. */
  key: string
  orderType: OrderType
  /** Who receives the request, whom the consents name; absent: nobody does, and there is no form. */
  recipient?: Recipient
  school?: {
    id: number
    name: string
    /** District, stages and boarding in one line. */
    facts?: string
    /** What a year costs the child for whom the form was opened, else the yearly tuition, as text. */
    price?: string | undefined
    /** Its next open day that can be booked, as text. */
    openDay?: string
    /** Its website, or a search for it. */
    site?: string
    search?: string
  }
  cityCode?: string
  openDay?: OpenDayChoice
  /** Open days to choose from, when none was named or the named one cannot be booked. */
  others: OpenDayChoice[]
  /** Those are of other schools of the city: the form's own has none that can be booked. */
  isElsewhere?: true
  /** Path of the page that linked to the form. */
  source?: string
  /** The grade that the child of the address, else of this browser, is in now. */
  gradeNow?: string
  /** Prefilled for a logged-in visitor: the nickname, and the masked phone of the account. */
  account?: { nickname: string; phone: string }
}

/** The parameters of a lead form as an address or a form gives them. */
export type OrderParams = {
  orderType?: string | null | undefined
  schoolId?: string | null | undefined
  openDayId?: string | null | undefined
  /** The school's name that stood beside the consents of a form that was sent; empty for the operator's. */
  recipient?: string | undefined
}

/**
 * Loads school and open day of a lead form and makes its idempotency key. Throws 404 for one that does not exist, 410
 * for one that was withdrawn. A form that was just refused is always shown again, so that no input is lost: without
 * names when the API is away, and without what was withdrawn meanwhile.
 */
export async function loadOrder(caller: Caller, names: OrderParams, source?: string): Promise<OrderView> {
  try {
    return await findOrder(caller, names, source)
  } catch (thrown) {
    if (caller.context.formRefused !== true) throw thrown
    if (isServiceUnavailable(thrown)) return placeholderOrder(caller, names, source)
    const { orderType, schoolId, openDayId } = names
    if (!isAnswer(thrown, 410) || !(schoolId || openDayId)) throw thrown
    return loadOrder(caller, openDayId ? { orderType, schoolId } : { orderType }, source)
  }
}

/** Names the recipient that the form named, so that its ticks stay beside the same name. */
function placeholderOrder(
  caller: Caller,
  { orderType, schoolId, openDayId, recipient }: OrderParams,
  source?: string,
): OrderView {
  const school = recipient === undefined || recipient === '' ? '所选学校' : recipient
  return {
    key: randomUUID(),
    orderType: orderTypeOf(orderType),
    recipient:
      schoolId && recipient !== ''
        ? { kind: 'school', name: school }
        : { kind: 'operator', name: operatorName(caller) },
    ...(schoolId && isId(schoolId) ? { school: { id: Number(schoolId), name: school } } : {}),
    ...(openDayId && isId(openDayId)
      ? { openDay: { id: Number(openDayId), title: '所选开放日', state: 'open', when: '' } }
      : {}),
    others: [],
    ...(source === undefined ? {} : { source }),
  }
}

/** Whether a thrown value means that the API is away. */
function isServiceUnavailable(thrown: unknown): boolean {
  return isTransportFailure(thrown) || isAnswer(thrown, 503)
}

/** Whether a thrown value is a route error response with a status. */
function isAnswer(thrown: unknown, status: number): boolean {
  if (typeof thrown !== 'object' || thrown === null || !('init' in thrown)) return false
  const { init } = thrown
  return typeof init === 'object' && init !== null && 'status' in init && init.status === status
}

async function findOrder(caller: Caller, names: OrderParams, source?: string): Promise<OrderView> {
  const orderType = orderTypeOf(names.orderType)
  const openDay = orderType === 'openday' ? await findOpenDay(caller, names.openDayId) : undefined
  const school = await findSchool(caller, openDay === undefined ? names.schoolId : openDay.school?.id)
  const choice = openDay && toChoice(openDay, school?.id)
  const account = await findAccount(caller)
  const wantsOthers = orderType === 'openday' && openDay?.state !== 'open'
  const cityCode = school?.city_code ?? openDay?.city_code
  const recipient = recipientOf(school, operatorName(caller))
  return {
    key: randomUUID(),
    orderType,
    ...(recipient && { recipient }),
    ...(school && { school: subjectOf(school) }),
    ...(cityCode === undefined ? {} : { cityCode }),
    ...(choice && { openDay: choice }),
    ...(wantsOthers ? await otherOpenDays(caller, school?.id, cityCode) : { others: [] }),
    ...(source === undefined ? {} : { source }),
    ...gradeOfChild(caller.request),
    ...(account && { account }),
  }
}

/** The child for whom a form was opened: that of its address, else the one that this browser remembers. */
export function childOfForm(request: Request): CheckedChild {
  const own = readChild(new URL(request.url).searchParams)
  return hasChild(own) ? own : rememberedChild(request).child
}

/** The grade that the child is in for whom the form was opened; nothing of one that is in none yet. */
export function gradeOfChild(request: Request): Pick<OrderView, 'gradeNow'> {
  const { grade, year } = childOfForm(request)
  const [next = 0] = entryYears()
  const now = gradeOfSlug(gradeNow(grade, Number(year ?? next), next) ?? '')
  return now === undefined ? {} : { gradeNow: now.slug }
}

/** The operator's name, as consents have it. */
export function operatorName({ context }: Caller): string {
  return context.site?.name ?? '本站'
}

/** The visitor's account for prefilling; undefined without a session, and when the profile cannot be read now. */
export async function findAccount(caller: Caller): Promise<OrderView['account']> {
  if (tokenOf(caller) === undefined) return undefined
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    return reply.ok ? { nickname: reply.data.nickname, phone: reply.data.phone } : undefined
  } catch (error) {
    if (error instanceof NotLoggedInError || isTransportFailure(error)) return undefined
    throw error
  }
}

/** Path of the page of this site that linked to the form; undefined for none and for the form itself. */
export function sourceOf(request: Request): string | undefined {
  const path = referrerOf(request)?.pathname
  return path === undefined || path.startsWith(orderFormPath) || path.length > 200 ? undefined : path
}

/** What a school costs a year: the child of its answer, else anybody. Undefined when it is not known. */
export function priceFor(
  school: Pick<DataOf<typeof getSchool>, 'child'> & Parameters<typeof tuitionLabel>[0],
) {
  const { child } = school
  const tuition = tuitionLabel(school)
  const ofAll = tuition === undefined ? undefined : `学费 ${tuition}`
  return (child?.cost && gradeCostText(child, child.cost)) ?? ofAll
}

function subjectOf(school: DataOf<typeof getSchool>) {
  const { id, name, next_open_day } = school
  const { site, search } = schoolLinks(school)
  const facts = schoolFacts(school, true)
  return {
    id,
    name,
    facts,
    price: priceFor(school),
    ...(school.recipient === undefined && { ...(site && { site }), ...(search && { search }) }),
    ...(next_open_day === undefined ? {} : { openDay: dateText(next_open_day) }),
  }
}

async function findOpenDay(caller: Caller, id: string | null | undefined): Promise<OpenDay | undefined> {
  if (id === null || id === undefined || id === '') return undefined
  if (!isId(id)) throw notFound('没有找到这个开放日。')
  const reply = await apiFor(caller)(getOpenDay, { id }, { city: 'all' })
  return orNotFound(
    reply,
    '没有找到这个开放日。',
    '这场开放日已经撤下，不再接受预约。已经预约的家长请不要前往，有疑问请联系我们。',
  )
}

async function findSchool(caller: Caller, given: string | number | null | undefined) {
  if (given === null || given === undefined || given === '') return undefined
  const id = String(given)
  if (!isId(id)) throw notFound('没有找到这所学校。')
  const api = apiFor(caller)
  const child = childOfForm(caller.request)
  const reply = await api(getSchool, { ...child, id }, { city: 'all' })
  const movedTo = movedSchoolOf(reply)
  return orNotFound(
    movedTo === undefined ? reply : await api(getSchool, { ...child, id: movedTo }, { city: 'all' }),
    '没有找到这所学校。',
  )
}

/** Upcoming open days that can be booked: the school's, else the city's. */
async function otherOpenDays(
  caller: Caller,
  school_id: number | undefined,
  cityCode: string | undefined,
): Promise<Pick<OrderView, 'others' | 'isElsewhere'>> {
  const api = apiFor(caller)
  const open = { state: 'open', page_size: 20 } as const
  const where = cityCode === undefined ? {} : { city: cityCode }
  const own =
    school_id === undefined ? undefined : await api(listOpenDays, { ...open, school_id }, { city: 'all' })
  const hasOwn = own?.ok === true && own.data.items.length > 0
  const found = hasOwn ? own : await api(listOpenDays, open, where)
  const others = found.ok ? found.data.items.map((day) => toChoice(day, school_id)) : []
  return { others, ...(own?.ok === true && !hasOwn && { isElsewhere: true }) }
}

/** The view model of an open day; its title names its school unless that is the form's own. */
function toChoice(
  { id, title, school, state, place, starts_at, ends_at, cancel_reason }: OpenDay,
  formSchool: number | undefined,
): OpenDayChoice {
  return {
    id,
    title: school?.id === formSchool ? title : openDayName({ title, school }),
    state,
    when: `${dateText(starts_at)} ${hoursText(starts_at, ends_at)}`,
    ...(place === undefined ? {} : { place }),
    ...(cancel_reason === undefined ? {} : { cancelReason: cancel_reason }),
  }
}
