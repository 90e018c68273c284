import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { siteUrl } from '#tests/support/site-url.ts'

/**
 * The specification's table of routes, row by row: the route as it is written there, an address of it, and the status,
 * heading and title that it answers. Numbers of sample content are looked up: `{school}`, `{graduate}`, `{view}`, `{news}`.
 */
const table: [route: string, address: string, status: number, heading: RegExp, title: RegExp][] = [
  ['/:home?', '/', 200, /^深圳国际学校择校$/, /^20\d\d年深圳国际学校择校_/],
  ['/:home?', '/zhuhai/', 200, /^珠海国际学校择校$/, /^20\d\d年珠海国际学校择校_/],
  ['/404 (layout clear)', '/404/', 404, /Page not found/, /^页面不存在_/],
  ['/aboutus', '/aboutus/', 200, /^关于我们$/, /^关于我们_/],
  ['/city', '/city/', 200, /^选择城市$/, /^选择城市_/],
  ['/contact', '/contact/', 200, /^联系我们$/, /^联系我们_/],
  ['/cooperation', '/cooperation/', 200, /^商务合作$/, /^商务合作_/],
  ['/course:id?/:city?', '/course/', 200, /^深圳国际课程怎么选$/, /深圳国际课程学校_/],
  ['/course:id?/:city?', '/course/foshan/', 200, /^佛山国际课程怎么选$/, /佛山国际课程学校_/],
  ['/course:id?/:city?', '/courseib/', 200, /^深圳IB/, /^IB,深圳国际课程学校_/],
  ['/course:id?/:city?', '/courseib/foshan/', 200, /^佛山IB/, /^IB,佛山国际课程学校_/],
  ['/course:id?/:city?', '/course1/foshan/', 200, /^佛山/, /佛山国际课程学校_/],
  ['/exhibitors (layout activt, title 参展方签到)', '/exhibitors/', 200, /^参展方签到$/, /^参展方签到(_|$)/],
  ['/grade/:city?', '/grade/', 200, /^深圳国际学校按学段选$/, /深圳国际学校_按学段选学校_/],
  ['/grade/:city?', '/grade/beijing/', 200, /^北京国际学校按学段选$/, /北京国际学校_按学段选学校_/],
  ['/login', '/login/', 200, /登录/, /^登录/],
  ['/news/:city?', '/news/', 200, /^深圳国际学校资讯$/, /深圳国际学校资讯_/],
  ['/news/:city?', '/news/guangzhou/', 200, /^广州国际学校资讯$/, /广州国际学校资讯_/],
  ['/news/:id/:city?', '/news/{news}/', 200, /./, /_深圳国际学校资讯_/],
  ['/news/:id/:city?', '/news/{news}/huizhou/', 200, /./, /_惠州国际学校资讯_/],
  ['/openday/:city?', '/openday/', 200, /^深圳国际学校开放日$/, /深圳国际学校开放日_/],
  ['/openday/:city?', '/openday/dongguan/', 200, /^东莞国际学校开放日$/, /东莞国际学校开放日_/],
  ['/parents (layout activt, title 家长活动签到)', '/parents/', 200, /^家长活动签到$/, /^家长活动签到(_|$)/],
  ['/planning/:city?', '/planning/', 200, /^深圳升学规划$/, /深圳升学规划_/],
  ['/planning/:city?', '/planning/huizhou/', 200, /^惠州升学规划$/, /惠州升学规划_/],
  ['/privacypolicypc', '/privacypolicypc/', 200, /^隐私政策$/, /^隐私政策_/],
  ['/privite', '/privite/', 200, /^隐私政策（移动版）$/, /^隐私政策/],
  ['/promote/:city?', '/promote/', 200, /^深圳国际学校推荐$/, /深圳国际学校推荐_/],
  ['/promote/:city?', '/promote/zhuhai/', 200, /^珠海国际学校推荐$/, /珠海国际学校推荐_/],
  ['/school/:sid', '/school/{school}/', 200, /./, /学费_招生_课程_地址/],
  ['/school/:sid/aboutus', '/school/{school}/aboutus/', 200, /简介/, /简介_/],
  ['/school/:sid/admissions', '/school/{school}/admissions/', 200, /招生/, /招生_/],
  ['/school/:sid/faq', '/school/{school}/faq/', 200, /问/, /问答_/],
  ['/school/:sid/graduates', '/school/{school}/graduates/', 200, /毕业/, /毕业生_/],
  ['/school/:sid/teachers', '/school/{school}/teachers/', 200, /师资|教师/, /师资_/],
  ['/school/:sid/graduates/:id', '/school/{school}/graduates/{graduate}/', 200, /./, /毕业生_/],
  ['/school/:sid/news', '/school/{school}/news/', 200, /动态/, /动态_/],
  ['/school/:sid/news/:id', '/school/{school}/news/{view}/', 200, /./, /动态_/],
  ['/schoollist', '/schoollist/', 200, /深圳/, /深圳学校名单_/],
  ['/schoollist/:q', '/schoollist/书院/', 200, /书院/, /书院/],
  ...['beijing', 'dongguan', 'foshan', 'guangzhou', 'huizhou', 'shenzhen', 'zhuhai'].map(
    (city): [string, string, number, RegExp, RegExp] => [
      '/schoollist/{city}',
      `/schoollist/${city}/`,
      200,
      /学校/,
      /学校名单_/,
    ],
  ),
  ['/schoollist/{city}/:q', '/schoollist/beijing/ib/', 200, /北京.*IB/, /北京IB学校名单_/],
  ['/search', '/search/', 200, /^搜索学校$/, /^搜索学校/],
  ['/signdetail (layout clear, title 签到详情)', '/signdetail/', 200, /^签到详情$/, /^签到详情(_|$)/],
  ['/toplist/:city?', '/toplist/', 200, /^深圳国际学校榜单$/, /深圳国际学校排名_/],
  ['/toplist/:city?', '/toplist/foshan/', 200, /^佛山国际学校榜单$/, /佛山国际学校排名_/],
  ['/xiaobangmei', '/xiaobangmei/', 200, /^择校小帮美/, /^择校小帮美_/],
  ['unmatched', '/no/such/page/', 404, /Page not found/, /^页面不存在/],
]

async function firstId(call: string): Promise<number> {
  const answer: { data: { items: { id: number }[] } } = await (await fetch(siteUrl() + call)).json()
  return answer.data.items[0]?.id ?? 0
}

/** The address with the numbers of sample content in it. */
async function addressOf(written: string): Promise<string> {
  if (!written.includes('{')) return written
  const school = await firstId('/api/schools?city_code=4403&stage=high')
  const ids: Record<string, number> = {
    school,
    news: await firstId('/api/news?city_code=4403'),
    graduate: await firstId(`/api/school/graduates?school_id=${school}`),
    view: await firstId(`/api/school/views?school_id=${school}`),
  }
  return written.replaceAll(/\{(\w+)\}/g, (_written, name: string) => String(ids[name]))
}

test.each(table)('%s: %s answers %i', async (_route, written, status, heading, title) => {
  const address = encodeURI(await addressOf(written))
  const response = await fetch(siteUrl() + address, { redirect: 'manual' })
  expect(response.status).toBe(status)
  const { document } = new JSDOM(await response.text()).window
  expect(document.querySelector('h1')?.textContent?.trim()).toMatch(heading)
  expect(document.title).toMatch(title)
})

test.each(['/mycollect/', '/personal/', '/personal/edit/'])(
  '%s is guarded: without a login it leads there and back',
  async (address) => {
    const response = await fetch(siteUrl() + address, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/login/?redirect=${encodeURIComponent(address)}`)
  },
)

test.each([
  ['/mars/', '/404/'],
  ['/news/12/mars/', '/404/'],
  ['/openday/mars/', '/404/'],
  ['/course/mars/', '/404/'],
  ['/planning/mars/', '/404/'],
  ['/promote/mars/', '/404/'],
  ['/news/shenzhen/12/', '/news/shenzhen/'],
])('%s leads to %s', async (from, to) => {
  const response = await fetch(siteUrl() + from, { redirect: 'manual' })
  expect([301, 302]).toContain(response.status)
  expect(response.headers.get('location')).toBe(to)
})

test.each([
  ['/openday/', '/openday/beijing/'],
  ['/news/', '/news/beijing/'],
  ['/news/1/', '/news/1/beijing/'],
  ['/course/', '/course/beijing/'],
  ['/courseib/', '/courseib/beijing/'],
  ['/planning/?topic=budget', '/planning/beijing/?topic=budget'],
  ['/promote/', '/promote/beijing/'],
])('%s gets the stored city filled in: %s', async (from, to) => {
  const response = await fetch(siteUrl() + from, {
    redirect: 'manual',
    headers: { cookie: 'position=beijing' },
  })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(to)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test.each([
  '/news/999999/',
  '/courseno-such/',
  '/courseno-such/foshan/',
  '/planning/shenzhen/?topic=no-such',
])('%s is unknown at its own address', async (address) => {
  expect((await fetch(siteUrl() + address, { redirect: 'manual' })).status).toBe(404)
})

test('the lite page is chosen by a link that leads back', async () => {
  const from = `${siteUrl()}/news/shenzhen/?page=1`
  const choose = async (on: string, referer: string) =>
    fetch(`${siteUrl()}/lite/?on=${on}`, { redirect: 'manual', headers: { referer } })
  const chosen = await choose('1', from)
  expect(chosen.headers.get('location')).toBe('/news/shenzhen/?page=1')
  expect(chosen.headers.get('set-cookie')).toMatch(/^lite=1;/)
  expect((await choose('0', from)).headers.get('set-cookie')).toMatch(/^lite=0;/)
  expect((await choose('1', 'https://evil.example/x')).headers.get('location')).toBe('/')
})
