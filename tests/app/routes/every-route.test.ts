import { expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { chinaDay } from '#app/china-time.ts'
import { access, checkInId } from '#tests/support/routes/sample-api.ts'
import { get, load, loggedIn, post, ran, routes, type Visit } from '#tests/support/routes/visit.ts'

/** Every loader and action of app/routes.ts runs here once; what each promises is in the files beside this one. */

const year = `${chinaDay(new Date()).slice(0, 4)}年`

/** Addresses of pages with the title of each, after the specification's templates. */
const pages: [address: string, status: number, title: string][] = [
  ['/', 200, `${year}深圳国际学校择校_深圳国际学校信息大全_择校通`],
  ['/zhuhai/', 200, `${year}珠海国际学校择校_珠海国际学校信息大全_择校通`],
  ['/courseib/', 200, `IB,深圳国际课程学校_${year}深圳国际课程指南_择校通`],
  ['/city/', 200, '选择城市_七城国际学校信息_择校通'],
  ['/search/', 200, '搜索学校_择校通'],
  ['/search/?q=弦歌', 200, '“弦歌”1 所_搜索学校_择校通'],
  ['/schoollist/shenzhen/', 200, `深圳学校名单_${year}学费与招生（1 所）_择校通`],
  ['/schoollist/shenzhen/ib/', 200, `深圳IB学校名单_${year}学费与招生（1 所）_择校通`],
  ['/map/shenzhen/', 200, '深圳学校地图_深圳国际学校分布_择校通'],
  ['/toplist/shenzhen/', 200, `${year}深圳国际学校排名_深圳国际学校榜单_择校通`],
  ['/grade/shenzhen/', 200, `${year}深圳国际学校_按学段选学校_择校通`],
  ['/news/shenzhen/', 200, `${year}深圳国际学校资讯_招生与择校动态_择校通`],
  ['/news/12/', 200, '国际学校春季招生开始_深圳国际学校资讯_择校通'],
  ['/openday/shenzhen/', 200, `${year}深圳国际学校开放日_探校预约（1 场）_择校通`],
  ['/openday/31/', 200, '深圳弦歌学校 校园开放日_3月6日周六深圳开放日预约_择校通'],
  ['/course/shenzhen/', 200, `深圳国际课程学校_${year}深圳国际课程指南_择校通`],
  ['/courseib/beijing/', 200, `IB,北京国际课程学校_${year}北京国际课程指南_择校通`],
  ['/planning/shenzhen/', 200, `${year}深圳升学规划_国际学校升学路径_择校通`],
  ['/planning/shenzhen/?topic=year', 200, `一年的升学时间表_${year}深圳升学规划_国际学校升学路径_择校通`],
  ['/planning/shenzhen/?grade=g5', 200, `2027年入学五年级日程_${year}深圳升学规划_国际学校升学路径_择校通`],
  ['/promote/shenzhen/', 200, `${year}深圳国际学校推荐_招生季专题_择校通`],
  ['/xiaobangmei/', 200, '择校小帮美_一对一择校顾问_择校通'],
  ['/methodology/', 200, '资料怎么来的_来源、日期和有效期_择校通'],
  ['/aboutus/', 200, '关于我们_我们怎样帮家长择校_择校通'],
  ['/contact/', 200, '联系我们_择校通'],
  ['/cooperation/', 200, '商务合作_学校与机构合作_择校通'],
  ['/agreement/', 200, '用户协议_择校通'],
  ['/privacypolicypc/', 200, '隐私政策_择校通'],
  ['/privite/', 200, '隐私政策(移动版)_择校通'],
  ['/order/?schoolId=7', 200, '预约参观_深圳弦歌学校_择校通'],
  [`/order/${access}/`, 200, '预约参观已提交_择校通'],
  ['/order/joint/?ids=7,8', 200, '一次约好几所学校_择校通'],
  [`/order/joint/${access}/`, 200, '您约的参观_择校通'],
  ['/order/book/?ids=7,8', 200, '家庭决定书_择校通'],
  [`/order/book/${access}/`, 200, '家庭决定书_择校通'],
  [`/order/${access}/cancel/`, 200, '取消申请_择校通'],
  ['/order/cancel/', 200, '取消申请_择校通'],
  [`/order/${access}/access/`, 200, '换一个专用网址_择校通'],
  ['/school/7/', 200, `深圳弦歌学校(南山区)学费_招生_课程_地址_${year}_择校通`],
  ['/school/7/aboutus/', 200, '深圳弦歌学校简介_南山区_校园环境与办学理念_择校通'],
  ['/school/7/admissions/', 200, `深圳弦歌学校招生_南山区_${year}学费与入学流程_择校通`],
  ['/school/7/faq/', 200, '深圳弦歌学校问答_南山区_家长最关心的问题_择校通'],
  ['/school/7/graduates/', 200, '深圳弦歌学校毕业生_南山区_毕业去向_择校通'],
  ['/school/7/graduates/22/', 200, '陈同学，2025届，多伦多大学_深圳弦歌学校毕业生_南山区_择校通'],
  ['/school/7/teachers/', 200, '深圳弦歌学校师资_南山区_教师团队_择校通'],
  ['/school/7/news/', 200, '深圳弦歌学校动态_南山区_校园新闻_择校通'],
  ['/school/7/news/21/', 200, '科技节开幕_深圳弦歌学校动态_南山区_2026年3月1日_择校通'],
  ['/school/7/correction/?field=tuition', 200, '深圳弦歌学校资料纠错_南山区_择校通'],
  ['/school/7/photos/1/', 200, '图书馆_深圳弦歌学校校园图片_第1张,共1张_择校通'],
  ['/compare/', 200, '学校对比_择校通'],
  ['/compare/?ids=7,8', 200, '学校7、学校8学校对比_择校通'],
  ['/child/', 200, '按孩子的情况看学校_择校通'],
  ['/404/', 404, '页面不存在_择校通'],
  ['/no/such/page/', 404, '页面不存在_择校通'],
  // The specification gives these three their whole title.
  ['/exhibitors/', 200, '参展方签到'],
  ['/parents/', 200, '家长活动签到'],
  [`/signdetail/?id=${checkInId}`, 200, '签到详情'],
]

test.each(pages)('GET %s answers %i with its title', async (address, status, title) => {
  expect(await get(address)).toMatchObject({ status, title })
})

const ownPages: [address: string, title: string][] = [
  ['/personal/', '个人中心_择校通'],
  ['/personal/edit/', '编辑资料_择校通'],
  ['/personal/requests/', '我的申请_个人中心_择校通'],
  ['/personal/questions/', '我的提问_个人中心_择校通'],
  ['/personal/corrections/', '我的纠错_个人中心_择校通'],
  ['/personal/consents/', '我的授权_个人中心_择校通'],
  ['/personal/sessions/', '登录设备_个人中心_择校通'],
  ['/personal/export/', '导出我的数据_个人中心_择校通'],
  ['/personal/delete/', '注销账号_个人中心_择校通'],
  ['/mycollect/', '我的收藏_择校通'],
  ['/mycollect/7/note/', '深圳弦歌学校的备注_我的收藏_择校通'],
]

test.each(ownPages)(
  'GET %s of a visitor who is logged in answers 200 with its title',
  async (address, title) => {
    expect(await get(address, { cookies: loggedIn })).toMatchObject({ status: 200, title })
  },
)

test('GET /login/ without a token answers with its title', async () => {
  expect(await get('/login/')).toMatchObject({ status: 200, title: '登录_择校通' })
})

test.each([
  ['/personal/export/file/', '/personal/export/'],
  ['/mycollect/toggle/', '/mycollect/'],
  ['/compare/toggle/', '/compare/'],
  ['/logout/', '/personal/'],
])('GET %s, which is no page, is led to %s by a redirect that nobody keeps', async (address, location) => {
  const answer = await get(address, { cookies: loggedIn })
  expect(answer).toMatchObject({ status: 302, location })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

const filesOfTheSite = ['/nojs.gif', '/robots.txt', '/sitemap.xml', '/sitemap/schools-1.xml']

test.each([
  ...filesOfTheSite,
  '/news/shenzhen/feed.xml',
  '/openday/31/calendar.ics',
  '/planning/shenzhen/calendar.ics?grade=g5',
])('GET %s answers a file', async (address) => {
  const { status, text } = await get(address)
  expect(status).toBe(200)
  expect(text).not.toBe('')
})

test('GET /visitor/ answers the scripts of a page', async () => {
  const { data } = await load('/visitor/', 'routes/visitor', { cookies: loggedIn })
  expect(data).toMatchObject({ isLoggedIn: true, basket: [] })
})

/** Every form, with what it needs to be taken. */
const forms: [address: string, fields: Record<string, string>, visit?: Visit][] = [
  ['/login/', { intent: 'login', phone: '13900000001', code: '123456', agreed: agreedVersion }],
  ['/logout/', {}, { cookies: loggedIn }],
  ['/order/', { name: '林女士', phone: '13900000001', consent_contact: '1', school_id: '7' }],
  ['/order/joint/', { ids: '7', name: '林女士', phone: '13900000001', consent_contact_7: '1' }],
  ['/order/book/', { ids: '7,8', key: 'a-key-of-a-form-that-nobody-guesses' }],
  [`/order/book/${access}/`, { intent: 'save', column: '61', version: '1', schools: '7', s_7_cost: '3' }],
  [`/order/${access}/cancel/`, { intent: 'own' }],
  [`/order/${access}/access/`, { key: 'a-key-of-a-form' }],
  ['/personal/edit/', { nickname: '林' }, { cookies: loggedIn }],
  ['/personal/requests/', { reference: 'ABCDE12345' }, { cookies: loggedIn }],
  ['/personal/consents/', { id: '41' }, { cookies: loggedIn }],
  ['/personal/sessions/', { id: '51' }, { cookies: loggedIn }],
  ['/personal/delete/', { intent: 'delete', code: '123456' }, { cookies: loggedIn }],
  ['/mycollect/toggle/', { id: '7', back: '/' }, { cookies: loggedIn }],
  ['/mycollect/7/note/', { note: '食堂干净' }, { cookies: loggedIn }],
  ['/compare/toggle/', { id: '7', back: '/' }],
  ['/child/', { grade: 'g5' }],
  ['/school/7/faq/', { question: '可以住校吗？' }],
  ['/school/7/correction/', { field: 'tuition', wrong: '学费是去年的' }],
  ['/school/7/graduates/22/', { back: '1' }],
  ['/school/7/news/21/', { back: '1' }],
  ['/parents/', { event_id: '9', nonce: 'a-nonce-of-tests', name: '林', phone: '13900000001' }],
  ['/exhibitors/', { event_id: '9', nonce: 'a-nonce-of-tests', name: '林', phone: '13900000001' }],
]

test.each(forms)('an accepted POST %s answers 303', async (address, fields, visit) => {
  const answer = await post(address, fields, visit)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('forms that answer with a page', async () => {
  expect((await post('/city/', {})).status).toBe(200)
  expect(
    (await post('/personal/export/', { intent: 'show', code: '123456' }, { cookies: loggedIn })).status,
  ).toBe(200)
  expect((await post('/personal/export/file/', { code: '123456' }, { cookies: loggedIn })).status).toBe(200)
})

test.each(['/no/such/page/', '/no/suchpage/'])('POST %s answers 404, not a method error', async (address) => {
  expect((await post(address, {})).status).toBe(404)
})

test.each([...pages.map(([address]) => address), ...ownPages.map(([address]) => address)])(
  'an empty POST %s is refused or taken, and neither fails nor is reported',
  async (address) => {
    const { status } = await post(address, {}, { cookies: loggedIn })
    expect(status).toBeLessThan(500)
  },
)

test('under a stock Remix host the API and pictures answer through their routes', async () => {
  const fetchApi = async ({ method, url }: Request) => new Response(`${method} ${new URL(url).pathname}`)
  const api = { fetchApi, calls: [], mistakes: [] }
  expect((await get('/api/schools', { api })).text).toBe('GET /api/schools')
  expect((await post('/api/login', {}, { api })).text).toBe('POST /api/login')
  expect((await get('/media/env/1.svg', { api })).text).toBe('GET /media/env/1.svg')
  expect((await get('/lite/')).status).toBe(302)
  expect((await get(`/order/${access}/calendar.ics`)).status).toBe(404)
})

test('every loader and every action of the route table ran', () => {
  const all = Object.entries(routes).flatMap(([id, { module }]) => [
    ...(module.loader ? [`loader ${id}`] : []),
    ...(module.action ? [`action ${id}`] : []),
  ])
  expect(all.length).toBeGreaterThan(80)
  expect(all.filter((each) => !ran.has(each))).toEqual([])
})
