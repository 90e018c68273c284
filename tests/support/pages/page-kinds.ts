/** Id of the first item of a list of the API. */
export async function firstOf(origin: string, call: string): Promise<number | undefined> {
  const body: { data: { items: { id: number }[] } } = await (await fetch(origin + call)).json()
  return body.data.items[0]?.id
}

/** Slug and year of a city's first ranked list, by which its address names it. */
async function firstRanking(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/rankings?city_code=4403&page_size=1`)
  const body: { data: { items: { slug: string; year: number }[] } } = await answer.json()
  return body.data.items.map(({ slug, year }) => `${slug}-${year}`).join()
}

/** Sends a request, and gives its access token. */
async function sendRequest(origin: string, about: object, key: string): Promise<string> {
  const body = JSON.stringify({ name: '林女士', consent_contact: 1, ...about })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await fetch(`${origin}/api/clue`, { method: 'POST', headers, body })
  const sent: { data: { access: string } } = await answer.json()
  return sent.data.access
}

/** A decision book about some schools, in which two people differ, and the first one's column. */
async function openBook(origin: string, ids: readonly number[]): Promise<{ book: string; column: number }> {
  const call = async (part: string, fields: object): Promise<{ access: string; id: number }> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(fields)
    const answer = await fetch(`${origin}/api/decision-books${part}`, { method: 'POST', headers, body })
    const { data }: { data: { access: string; id: number } } = await answer.json()
    return data
  }
  const { access } = await call('', { ids: ids.join(), key: 'decision book of page kinds, not secret' })
  const add = async (name: string, best: number) => {
    const { id } = await call('/columns', { access, name })
    const answers = ids.map((school_id, at) => ({
      school_id,
      scores: {
        teachers: best,
        campus: 3 + (at % 2),
        results: 6 - best,
        way: 6 - best,
        cost: best,
        entry: best,
      },
      note: `${name}：老师讲得清楚，食堂和操场都看过了`,
    }))
    await call('/columns/save', { access, column: id, version: 0, answers })
    return id
  }
  const column = await add('妈妈', 5)
  await add('爸爸', 1)
  return { book: access, column }
}

const child = 'grade=g10&identity=hmt&stay=boarding&bus=1&near=shekou'
const plan = 'grade=g5&identity=hmt&near=shekou&fee_max=200000&curriculum=ib'

/** One address of every kind of page of a site with sample content, by name. */
export async function pageKinds(origin: string): Promise<[name: string, path: string][]> {
  const first = (call: string) => firstOf(origin, call)
  const school = await first('/api/schools?city_code=4403&stage=high')
  const graduate = await first(`/api/school/graduates?school_id=${school}`)
  const view = await first(`/api/school/views?school_id=${school}`)
  const event = await first('/api/events')
  const news = await first('/api/news?city_code=4403')
  const openDay = await first('/api/opendays?city_code=4403&state=open')
  const full = await first('/api/opendays?city_code=4403&state=full')
  const several = [0, 1, 2, 3].map((more) => Number(school) + more).join(',')
  const visit = { phone: '13900000001', school_id: school }
  const access = await sendRequest(origin, visit, 'request of page kinds')
  const { book, column } = await openBook(origin, several.split(',').map(Number))
  const wait = { phone: '13900000002', order_type: 'openday', open_day_id: full, waitlist: 1 }
  const waiting = await sendRequest(origin, wait, 'waiting request of page kinds')
  return [
    ['home', '/'],
    ['city chooser', '/city/'],
    ['school list', '/schoollist/shenzhen/'],
    ['filtered list', '/schoollist/shenzhen/international/?stage=high&page=1'],
    ['empty list', '/schoollist/shenzhen/?stage=kindergarten&fee_max=2'],
    ['search', '/search/?q=%E5%9B%BD%E9%99%85'],
    ['empty search', '/search/?q=zzzzzz'],
    ['map', '/map/shenzhen/?stage=high'],
    ['map for a child', `/map/shenzhen/?${child}`],
    ['ranked lists', '/toplist/shenzhen/'],
    ['one ranked list', `/toplist/shenzhen/?list=${await firstRanking(origin)}`],
    ['stages', '/grade/shenzhen/'],
    ['news', '/news/shenzhen/'],
    ['news item', `/news/${news}/`],
    ['open days', '/openday/shenzhen/'],
    ['filtered open days', '/openday/shenzhen/?kind=bilingual&state=open'],
    ['open days of chosen schools', `/openday/shenzhen/?ids=${several}`],
    ['open day', `/openday/${openDay}/`],
    ['full open day', `/openday/${full}/`],
    ['courses', '/course/shenzhen/'],
    ['course', '/courseib/'],
    ['course in a city', '/courseib/beijing/'],
    ['planning', '/planning/shenzhen/'],
    ['planning article', '/planning/shenzhen/?topic=year'],
    ['plan for a child', `/planning/shenzhen/?${plan}&schools=${school},${Number(school) + 1}`],
    ['promotions', '/promote/shenzhen/'],
    ['advisor', '/xiaobangmei/'],
    ['about us', '/aboutus/'],
    ['methodology', '/methodology/'],
    ['contact', '/contact/'],
    ['cooperation', '/cooperation/'],
    ['terms of use', '/agreement/'],
    ['privacy policy', '/privacypolicypc/'],
    ['privacy policy for phones', '/privite/'],
    ['school', `/school/${school}/`],
    ['school about', `/school/${school}/aboutus/`],
    ['school admissions', `/school/${school}/admissions/`],
    ['school questions', `/school/${school}/faq/`],
    ['school graduates', `/school/${school}/graduates/`],
    ['school graduate', `/school/${school}/graduates/${graduate}/`],
    ['school teachers', `/school/${school}/teachers/`],
    ['school news', `/school/${school}/news/`],
    ['school news item', `/school/${school}/news/${view}/`],
    ['school picture', `/school/${school}/photos/1/`],
    ['school correction', `/school/${school}/correction/?field=tuition`],
    ['comparison', `/compare/?ids=${school},${Number(school) + 1}`],
    [
      'comparison of six',
      `/compare/?ids=${[0, 1, 2, 3, 4, 5].map((more) => Number(school) + more).join(',')}&${child}`,
    ],
    ['empty comparison', '/compare/'],
    ['form about a child', '/child/'],
    ['list for a child', `/schoollist/shenzhen/?${child}`],
    ['school for a child', `/school/${school}/?${child}`],
    ['admissions for a child', `/school/${school}/admissions/?${child}`],
    ['comparison for a child', `/compare/?ids=${school},${Number(school) + 1}&${child}`],
    ['request', `/order/?orderType=order&schoolId=${school}`],
    ['request over a page', `/school/${school}/?modal=order&orderType=consult&schoolId=${school}`],
    ['request that was sent', `/order/${access}/`],
    ['request for a waiting list', `/order/?orderType=openday&openDayId=${full}`],
    ['choice of an open day', '/order/?orderType=openday'],
    ['request that waits', `/order/${waiting}/`],
    ['request to several schools', `/order/joint/?ids=${several}`],
    ['requests that were sent together', `/order/joint/${access}-${waiting}/`],
    ['decision book to open', `/order/book/?ids=${several}`],
    ['decision book', `/order/book/${book}/`],
    ['column of a decision book', `/order/book/${book}/?who=${column}`],
    ['request to take back', `/order/${access}/cancel/`],
    ['request whose address is replaced', `/order/${access}/access/`],
    ['request to take back by its number', '/order/ABCDE12345/cancel/'],
    ['number of a request to take back', '/order/cancel/'],
    ['login', '/login/'],
    ['check-in of families', '/parents/'],
    ['check-in form', `/exhibitors/?event=${event}`],
    ['how to find a check-in', '/signdetail/'],
    ['login over a page', '/aboutus/?modal=login'],
    ['404', '/404/'],
    ['unmatched', '/no/such/page/'],
  ]
}

/** Every page of the personal centre and the favourites, by name; they need a login. */
export const personalKinds: readonly [name: string, path: string][] = [
  ['personal centre', '/personal/'],
  ['profile', '/personal/edit/'],
  ['own requests', '/personal/requests/'],
  ['own questions', '/personal/questions/'],
  ['own corrections', '/personal/corrections/'],
  ['own consents', '/personal/consents/'],
  ['own sessions', '/personal/sessions/'],
  ['export', '/personal/export/'],
  ['closing the account', '/personal/delete/'],
  ['favourites', '/mycollect/'],
]
