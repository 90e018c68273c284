import { randomBytes } from 'node:crypto'
import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { codes } from '#server/contract/codes.ts'
import { consentText } from '#server/contract/leads/consents.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { getEvent, listEvents } from '#server/contract/check-ins/events.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { isId } from '#app/require-id.ts'
import { defaultSiteName } from '#app/root-data.ts'
import { checkInPath, privacyPath, type DeskMode } from '#app/paths.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { deskOf } from './desk.server.ts'
import { kioskEntry } from './kiosk-entry.server.ts'

type EventItem = DataOf<typeof listEvents>['items'][number]

/** View model of an event with the link to its check-in. */
export type EventChoice = { id: number; title: string; when: string[]; place: string; href: string }

/** View model of a check-in page: the choice of an event, or the form of one. */
export type CheckInView = {
  kind: CheckInKind
  siteName: string
  privacyHref: string
  /** URL of the kiosk's script; absent for browsers without scripts. */
  entry?: string
  /** Whether it is the app shell for the kiosk's service worker: no form, nothing that changes. */
  shell?: true
  /** Desk mode, on a device that many guests use. */
  desk?: DeskMode
  /** Whether the address names an event that does not exist. */
  unknownEvent?: true
  events: EventChoice[]
  chosen?: EventChoice & { open: boolean; consent: string; othersHref: string }
  /** Idempotency key of one submission. */
  nonce: string
}

/** Input of the call for events whose check-in is open. */
const openEvents = { check_in: 'open', page_size: 50 } as const

/** Loads a check-in page; the event is chosen by `?event=`, or is the only open one. */
export async function loadCheckIn(caller: Caller, kind: CheckInKind): Promise<CheckInView> {
  const query = new URL(caller.request.url).searchParams
  const siteName = caller.context.site?.name ?? defaultSiteName
  const entry = kioskEntry(caller.request)
  const desk = deskOf(caller.request)
  const view = {
    kind,
    siteName,
    privacyHref: privacyPath,
    ...(entry === undefined ? {} : { entry }),
    ...(desk === undefined ? {} : { desk }),
    nonce: randomBytes(16).toString('hex'),
  }
  if (query.has('shell')) return { ...view, nonce: '', shell: true, events: [] }
  const event = await chosenEvent(caller, query.get('event'))
  if ('items' in event) {
    const { items, ...found } = event
    return { ...view, ...found, events: items.map((each) => choiceOf(each, kind, desk)) }
  }
  return {
    ...view,
    events: [],
    chosen: {
      ...choiceOf(event, kind, desk),
      open: event.check_in === 'open',
      consent: consentText('checkin', siteName),
      othersHref: `${checkInPath(kind)}?event=${desk === undefined ? '' : `&${desk}=1`}`,
    },
  }
}

/** The requested event, or the only one whose check-in is open; else the events to choose from. */
async function chosenEvent(
  caller: Caller,
  asked: string | null,
): Promise<EventItem | { items: readonly EventItem[]; unknownEvent?: true }> {
  const api = apiFor(caller)
  if (asked) {
    const reply = isId(asked) ? await api(getEvent, { id: asked }) : undefined
    if (reply !== undefined && (reply.ok || reply.code !== codes.notFound)) return unwrapOrThrow(reply)
    const { items } = unwrapOrThrow(await api(listEvents, openEvents, { city: 'all' }))
    return { items, unknownEvent: true }
  }
  const list = await api(listEvents, openEvents, { city: 'all' })
  const { items } = unwrapOrThrow(list)
  const [only, ...others] = items
  return only !== undefined && others.length === 0 && asked === null ? only : { items }
}

function choiceOf(event: EventItem, kind: CheckInKind, desk: DeskMode | undefined): EventChoice {
  return {
    id: event.id,
    title: event.title,
    when: periodParts(event.starts_at, event.ends_at),
    place: event.place ?? '',
    href: checkInPath(kind, event.id, desk),
  }
}
