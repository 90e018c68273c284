import { randomBytes } from 'node:crypto'
import { arrivalText } from '#server/contract/check-ins/check-in-rules.ts'
import { getCheckIn } from '#server/contract/check-ins/checkins.ts'
import { codes } from '#server/contract/codes.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import type { Caller } from '#app/load-context.ts'
import * as paths from '#app/paths.ts'
import { dateText, periodParts, shortDateText, timeText } from '#app/ui/text/format.ts'
import { kioskEntry } from './kiosk-entry.server.ts'

/** View model of a check-in with its links. */
export type CheckInDetail = {
  word: string
  again: boolean
  facts: { term: string; text: string | string[] }[]
  event: string
  qr: string
  exhibitors: { organisation: string; booth?: string; school?: { id: number; name: string; href: string } }[]
  openDays: { id: number; title: string; when: string; host: string; href: string }[]
  /**
   * Link back to the form, after a check-in at a desk. Many guests share the device: the page has no other links, and the
   * QR code takes the rest to the guest's own phone.
   */
  back?: string
  /** What the form of the next guest sends, at a desk. */
  next?: { eventId: number; nonce: string }
  /** Whether a desk's page stays until somebody goes on. */
  stays?: true
  /** Link to the same page without the automatic redirect. */
  stayHref: string
}

/** View model of the check-in detail page; without an id it explains how to find one. */
export type SignDetailView = {
  detail?: CheckInDetail
  /** Whether the id in the address is invalid or unknown. */
  unknown?: true
  build?: string
  shell?: true
  /** Links into the site; none at a desk. */
  links: { label: string; href: string }[]
}

/** Loads one check-in; `from` and `event` in the address are those of the desk. */
export async function loadDetail(caller: Caller): Promise<SignDetailView> {
  const { request } = caller
  const query = new URL(request.url).searchParams
  const build = kioskEntry(request)
  const back = backHref(query)
  const view: SignDetailView = {
    links: back === undefined ? relatedLinks(request) : [],
    ...(build === undefined ? {} : { build }),
  }
  if (query.has('shell')) return { ...view, shell: true }
  const id = query.get('id')
  if (!id) return view
  const reply = await apiFor(caller)(getCheckIn, { id })
  if (!reply.ok && (reply.code === codes.notFound || reply.code === codes.invalidInput)) {
    return { ...view, unknown: true }
  }
  const data = unwrapOrThrow(reply)
  const { event, exhibitors, open_days: openDays } = data
  const again = query.has('again')
  return {
    ...view,
    detail: {
      word: again ? `已签到 ${arrivalText(new Date(data.at), new Date())}` : '签到成功',
      again,
      event: event.title,
      facts: factsOf(data),
      qr: data.qr,
      exhibitors: exhibitors.map(({ organisation, booth, school }) => ({
        organisation,
        ...(booth === undefined ? {} : { booth }),
        ...(school && { school: { id: school.id, name: school.name, href: paths.schoolPath(school.id) } }),
      })),
      openDays: openDays.map((day) => ({
        id: day.id,
        title: day.title,
        when: `${shortDateText(day.starts_at)} ${timeText(day.starts_at)}`,
        host: day.school?.name ?? '',
        href: paths.orderPath({ orderType: 'openday', openDayId: day.id }),
      })),
      ...(back === undefined
        ? {}
        : { back, next: { eventId: event.id, nonce: randomBytes(16).toString('hex') } }),
      ...(query.has('stay') ? { stays: true } : {}),
      stayHref: `${paths.signDetailPath(id)}${again ? '&again=1' : ''}${deskQuery(query)}`,
    },
  }
}

function factsOf({ event, at }: DetailData) {
  const facts = [
    { term: '活动', text: event.title },
    { term: '活动时间', text: periodParts(event.starts_at, event.ends_at) },
    { term: '地点', text: event.place ?? '' },
    { term: '签到时间', text: [dateText(at), timeText(at)] },
  ]
  return facts.filter(({ text }) => text !== '')
}

type DetailData = {
  event: { title: string; place?: string | undefined; starts_at: string; ends_at: string }
  at: string
}

/** What a desk's page adds to its own address to stay, built from checked values; nothing elsewhere. */
function deskQuery(query: URLSearchParams): string {
  if (backHref(query) === undefined) return ''
  const event = Number(query.get('event')) || undefined
  const plain = query.has('plain') ? '&plain=1' : ''
  return `&from=${query.get('from') ?? ''}${event === undefined ? '' : `&event=${event}`}${plain}&stay=1`
}

/** The link back to the desk's form, built from checked values: one of two paths, with an event id. */
function backHref(query: URLSearchParams): string | undefined {
  const from = query.get('from')
  if (from !== 'parent' && from !== 'exhibitor') return undefined
  return paths.checkInPath(
    from,
    Number(query.get('event')) || undefined,
    query.has('plain') ? 'plain' : 'desk',
  )
}

function relatedLinks(request: Request) {
  const city = cityOf(request)
  return [
    { label: '我的收藏', href: paths.favouritesPath },
    { label: '学校对比', href: paths.comparePath() },
    { label: `${city.name}开放日`, href: paths.openDayPath(city) },
    { label: `${city.name}学校名单`, href: paths.schoolListPath(city) },
  ]
}
