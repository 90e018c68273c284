import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'

/** What a caller sends who is after the other's things. */
export type Attempt = {
  path?: Readonly<Record<string, string>>
  query?: string
  body?: object
  /** How a visitor with a login of their own is answered; left out: in any way but a failure. */
  status?: number
}

/** A visitor, and what is theirs alone. */
export type Person = {
  phone: string
  name: string
  nickname: string
  question: string
  note: string
  token: string
  id: number
  reference: string
  booking: string
  consent: string
  session: string
}

/** What everybody may see. */
type Shared = { school: number; openDay: number }

/** What a caller tries with every call; one that is not here fails the test. */
export function attemptsOn(other: Person, { school, openDay }: Shared): Record<string, Attempt> {
  const { phone } = other
  const wrong = { phone, code: '000000' }
  const lead = { name: '路人', phone: '13700000009', consent_contact: 1 }
  return {
    'GET /api/addresses': {},
    'GET /api/addresses/parts': {},
    'GET /api/cities/parts': {},
    'GET /api/schools/facts': {},
    'GET /api/schools/medians': {},
    'GET /api/addresses/places': {},
    'GET /api/banners': { query: '?place=home' },
    'GET /api/center/bookings': { query: `?visitor_id=${other.id}`, status: 200 },
    'GET /api/center/collect': { query: `?ids=${school}&visitor_id=${other.id}`, status: 200 },
    'GET /api/center/collect/{id}': { path: { id: String(school) }, status: 200 },
    'GET /api/center/consents': { query: `?visitor_id=${other.id}`, status: 200 },
    'GET /api/center/questions': { query: `?visitor_id=${other.id}&phone=${phone}`, status: 200 },
    'GET /api/center/corrections': { query: `?visitor_id=${other.id}&phone=${phone}`, status: 200 },
    'GET /api/center/info': { query: `?id=${other.id}`, status: 200 },
    'GET /api/center/requests/{reference}': { path: { reference: other.reference }, status: 404 },
    'GET /api/center/requests': { query: `?phone=${phone}`, status: 200 },
    'GET /api/center/sessions': { query: `?visitor_id=${other.id}`, status: 200 },
    'GET /api/center/tickets': { query: `?visitor_id=${other.id}`, status: 200 },
    'GET /api/checkins/{id}': { path: { id: other.id.toString().padStart(32, '0') } },
    'GET /api/bus-stops': { query: '?near=22.5,114', status: 200 },
    'GET /api/compare': { query: `?ids=${school}` },
    'GET /api/courses': {},
    'GET /api/courses/{key}': { path: { key: 'ib' } },
    'GET /api/events': {},
    'GET /api/events/{id}': {},
    'GET /api/kiosk/list': { query: '?event_id=1', status: 401 },
    'GET /api/kiosk/state': { status: 401 },
    'GET /api/location': {},
    'GET /api/location/service': {},
    'GET /api/jssdk': { query: '?url=https://site.example/' },
    'GET /api/news': {},
    'GET /api/news/{id}': {},
    'GET /api/openday/calendar': {},
    'GET /api/openday/facets': {},
    'GET /api/opendays': {},
    'GET /api/opendays/{id}': { path: { id: String(openDay) } },
    'GET /api/planning/paths': { query: '?city_code=4403&grade=g5&year=2027' },
    'GET /api/planning/steps': { query: '?city_code=4403&grade=g5&year=2027' },
    'GET /api/plannings': {},
    'GET /api/plannings/{key}': { path: { key: 'year' } },
    'GET /api/promotions': {},
    'GET /api/rankings': {},
    'GET /api/rankings/{id}/weighted': { path: { id: '1' }, query: '?weights=a:1' },
    'GET /api/school/answers': { query: `?school_id=${school}`, status: 200 },
    'GET /api/school/categories': {},
    'GET /api/school/categories/cities': {},
    'GET /api/school/collect/{id}': { path: { id: String(school) }, status: 200 },
    'GET /api/school/detail/{id}': { path: { id: String(school) }, status: 200 },
    'GET /api/school/envs': { query: `?school_id=${school}` },
    'GET /api/school/graduate-detail/{id}': {},
    'GET /api/school/graduate/likes': { query: '?graduate_id=1' },
    'GET /api/school/graduates': { query: `?school_id=${school}` },
    'GET /api/school/similar': { query: `?school_id=${school}` },
    'GET /api/school/teachers': { query: `?school_id=${school}` },
    'GET /api/school/view-detail/{id}': {},
    'GET /api/school/view/likes': { query: '?view_id=1' },
    'GET /api/school/views': { query: `?school_id=${school}` },
    'GET /api/schools': {},
    'GET /api/schools/suggest': { query: '?q=共同' },
    'GET /api/schools/understand': { query: '?q=共同' },
    'GET /api/tickets': { query: `?reference=${other.reference}`, status: 404 },
    'POST /api/center/collect/{id}/note': {
      path: { id: String(school) },
      body: { note: '改写', visitor_id: other.id },
      status: 200,
    },
    'POST /api/center/consents/{id}/withdraw': { path: { id: other.consent }, status: 404 },
    'POST /api/center/delete': { body: { code: '000000', id: other.id, phone }, status: 400 },
    'POST /api/center/export': { body: { code: '000000', id: other.id, phone }, status: 400 },
    'POST /api/center/modify': {
      body: {
        nickname: '改名',
        id: other.id,
        visitor_id: other.id,
        phone,
        role: 'admin',
        created_at: '2020',
      },
      status: 200,
    },
    'POST /api/center/requests/{reference}/cancel': { path: { reference: other.reference }, status: 404 },
    'POST /api/center/sessions/{id}/end': { path: { id: other.session }, status: 404 },
    'POST /api/checkins': { body: { event_id: 1, kind: 'parent', phone, nonce: 'x'.repeat(32) } },
    'POST /api/client-errors': { body: { message: 'x', path: '/', build: 'x' } },
    'POST /api/decision-books': {
      body: { ids: String(school), key: 'x'.repeat(32), visitor_id: other.id },
      status: 200,
    },
    'POST /api/decision-books/read': { body: { access: 'Z'.repeat(26) }, status: 404 },
    'POST /api/decision-books/columns': { body: { access: 'Z'.repeat(26), name: '妈妈' }, status: 404 },
    'POST /api/decision-books/columns/save': {
      body: { access: 'Z'.repeat(26), column: 1, version: 0, answers: [] },
      status: 404,
    },
    'POST /api/decision-books/access': { body: { access: 'Z'.repeat(26), key: 'not-yours' }, status: 404 },
    'POST /api/decision-books/delete': { body: { access: 'Z'.repeat(26) }, status: 200 },
    'POST /api/requests': { body: { access: 'Z'.repeat(26) }, status: 404 },
    'POST /api/requests/access': { body: { access: 'Z'.repeat(26), key: 'not-yours' }, status: 404 },
    'POST /api/requests/cancel': { body: { access: 'Z'.repeat(26) }, status: 404 },
    'POST /api/clue': {
      body: { ...lead, id: 1, visitor_id: other.id, reference: other.reference, state: 'cancelled' },
    },
    'POST /api/clue/joint': {
      body: { ...lead, visits: [{ school_id: school, consent_contact: 1 }], visitor_id: other.id },
    },
    'POST /api/clue/cancel': { body: { reference: other.booking, ...wrong }, status: 400 },
    'POST /api/clue/send_code': { body: { phone: '13700000009' } },
    // Logged in, a code goes to one's own phone whatever phone is sent.
    'POST /api/code': { body: { phone } },
    'POST /api/kiosk/pair': { body: { code: 'AAAA-BBBB' } },
    'POST /api/kiosk/undo': { body: { registration_id: 1 }, status: 401 },
    'POST /api/kiosk/unpair': { status: 401 },
    'POST /api/login': { body: { ...wrong, agreed: agreedVersion }, status: 400 },
    'POST /api/logout': { body: { id: other.session, token: other.token }, status: 200 },
    'POST /api/school/corrections': {
      body: {
        school_id: school,
        field: 'fees',
        wrong: '校车费不对',
        visitor_id: other.id,
        state: 'corrected',
      },
    },
    'POST /api/school/graduate/likes': { body: { graduate_id: 1 } },
    'POST /api/school/questions': {
      body: { school_id: school, question: '我也想问一个问题', visitor_id: other.id, state: 'shown' },
    },
    'POST /api/school/view/likes': { body: { view_id: 1 } },
    'POST /api/school_collect/{id}': {
      path: { id: String(school) },
      body: { is_collect: 0, visitor_id: other.id },
      status: 200,
    },
  }
}
