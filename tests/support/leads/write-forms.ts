import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { firstOf } from '../pages/page-kinds.ts'

/** A form of the site, or a call that changes something, as it is sent; `typed` is what must not be lost. */
export type WriteForm = {
  name: string
  path: string
  fields: Readonly<Record<string, string>>
  /** Texts of the fields that a person typed, which the answer to a form that was not taken shows again. */
  typed: readonly string[]
  /** Sent by a visitor who is logged in. */
  own?: true
}

const name = '欧阳待存'
const phone = '13588880001'

/** Every form of the pages that changes something on the server, and every way to send it. */
export async function writeForms(origin: string): Promise<[WriteForm, ...WriteForm[]]> {
  const school = await firstOf(origin, '/api/schools?city_code=4403&stage=high')
  const graduate = await firstOf(origin, `/api/school/graduates?school_id=${school}`)
  const view = await firstOf(origin, `/api/school/views?school_id=${school}`)
  const event = await firstOf(origin, '/api/events')
  const day = await firstOf(origin, '/api/opendays?city_code=4403&state=open')
  const id = String(school)
  const recipient = await schoolOf(origin, `/api/school/detail/${id}`)
  const host = await schoolOf(origin, `/api/opendays/${day}`)
  const lead = {
    name,
    phone,
    consent_contact: '1',
    message: '周三下午方便',
    key: 'key-of-the-form-01',
    recipient_shown: '1',
  }
  const checkIn = { event_id: String(event), name, phone, consent_checkin: '1', nonce: '0123456789abcdef' }
  const orders = ['consult', 'course', 'planning', 'cooperation'].map((type) => ({
    name: `request: ${type}`,
    path: '/order/',
    fields: { ...lead, order_type: type },
    typed: [name, phone, '周三下午方便'],
  }))
  const like = { fields: { back: '#like' }, typed: [] }
  const reference = 'ABCDE12345'
  return [
    {
      name: 'request to a school',
      path: '/order/',
      fields: { ...lead, order_type: 'order', school_id: id, recipient },
      typed: [name, phone, '周三下午方便'],
    },
    ...orders,
    {
      name: 'booking of an open day',
      path: '/order/',
      fields: { ...lead, order_type: 'openday', open_day_id: String(day), recipient: host },
      typed: [name, phone, '周三下午方便'],
    },
    {
      name: 'code to take a request back',
      path: `/order/${reference}/cancel/`,
      fields: { intent: 'code', phone },
      typed: [phone],
    },
    {
      name: 'taking a request back',
      path: `/order/${reference}/cancel/`,
      fields: { intent: 'cancel', phone, code: '123456' },
      typed: [phone],
    },
    {
      name: 'question',
      path: `/school/${id}/faq/`,
      fields: { question: '食堂可以外带吗，想问清楚', name, phone },
      typed: ['食堂可以外带吗，想问清楚', name, phone],
    },
    {
      name: 'correction',
      path: `/school/${id}/correction/`,
      fields: { field: 'tuition', wrong: '学费写的是去年的，请核实', phone, consent_contact: '1' },
      typed: ['学费写的是去年的，请核实', phone],
    },
    { name: 'code to log in', path: '/login/', fields: { phone, agreed: agreedVersion }, typed: [phone] },
    {
      name: 'login',
      path: '/login/',
      fields: { intent: 'login', phone, code: '654321', agreed: agreedVersion },
      typed: [phone, '654321'],
    },
    ...['parents', 'exhibitors'].map((kind) => ({
      name: `check-in: ${kind}`,
      path: `/${kind}/`,
      fields: checkIn,
      typed: [name, phone],
    })),
    { name: 'like of school news', path: `/school/${id}/news/${view}/`, ...like },
    { name: 'like of a graduate', path: `/school/${id}/graduates/${graduate}/`, ...like },
    {
      name: 'like by a fetcher',
      path: `/school/${id}/news/${view}.data`,
      fields: { like: '1' },
      typed: [],
    },
    {
      name: 'favourite',
      path: '/mycollect/toggle/',
      fields: { id, is_collect: '1', back: '/' },
      typed: [],
      own: true,
    },
    {
      name: 'favourite by a fetcher',
      path: '/mycollect/toggle.data',
      fields: { id },
      typed: [],
      own: true,
    },
    {
      name: 'profile',
      path: '/personal/edit/',
      fields: { nickname: '小鹿妈妈甲', grade: '' },
      typed: ['小鹿妈妈甲'],
      own: true,
    },
    ...[
      { name: 'code to export', path: '/personal/export/', fields: { intent: 'code' } },
      { name: 'export', path: '/personal/export/', fields: { intent: 'show', code: '112233' } },
      { name: 'export as a file', path: '/personal/export/file/', fields: { code: '112233' } },
      { name: 'code to close the account', path: '/personal/delete/', fields: { intent: 'code' } },
      { name: 'closing the account', path: '/personal/delete/', fields: { intent: 'delete', code: '1' } },
      { name: 'taking an own request back', path: '/personal/requests/', fields: { reference } },
      { name: 'withdrawing a consent', path: '/personal/consents/', fields: { id: '1' } },
      { name: 'ending a session', path: '/personal/sessions/', fields: { id: '1' } },
    ].map((form) => ({ ...form, typed: [], own: true as const })),
  ]
}

/** Sends a form as a browser without scripts does; `token` names the session of a logged-in visitor. */
export async function sendForm(origin: string, form: WriteForm, token: string, address: string) {
  const response = await fetch(origin + form.path, {
    method: 'POST',
    body: new URLSearchParams({ ...form.fields }),
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, ...(form.own ? { cookie: `token=${token}` } : {}) },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The name of a school, or of the school of an open day: the forms about it name it beside their consents. */
async function schoolOf(origin: string, call: string): Promise<string> {
  const answer = await fetch(origin + call)
  const { data }: { data: { name?: string; school?: { name: string } } } = await answer.json()
  return data.school?.name ?? data.name ?? ''
}
