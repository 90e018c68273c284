import type { City } from '#server/contract/cities.ts'
import type { Calendar } from './calendar.ts'
import { inWan } from './city-digest.ts'
import type { Digest } from './city-digest.ts'
import { spaced } from './phrase.ts'
import { samplePicture } from './pictures.ts'
import type { SampleBanner, SampleOpenDay, SamplePromotion } from './rows.ts'

/** Banners of a city for every place that shows some; all lead to pages that exist. */
export function bannersOf(city: City, calendar: Calendar, digest: Digest): SampleBanner[] {
  const shown = digest.open[0]
  const ib = digest.ofCurriculum('ib').length
  const drafts: Omit<SampleBanner, 'cityCode' | 'picture' | 'position'>[] = [
    {
      place: 'home',
      title: `${city.name} ${ib} 所 IB 学校，放在一起看`,
      subtitle: '学费、师生比、寄宿方式，一页比清楚',
      href: `/schoollist/${city.pinyin}/ib/`,
    },
    {
      place: 'home',
      title: `${calendar.year} ${city.name}学校榜单`,
      subtitle: '指标、权重、数据年份，全部写明',
      href: `/toplist/${city.pinyin}/`,
    },
    ...(shown === undefined
      ? []
      : [
          {
            place: 'home',
            title: `走进${shown.school.row.name}`,
            subtitle: shown.theme.strength,
            href: '/school/{school}/',
            school: shown.school.row.key,
            paid: true,
          },
        ]),
    {
      place: 'schoollist',
      title: '这个周末，去看一所学校',
      subtitle: '近期开放日与余位',
      href: `/openday/${city.pinyin}/`,
    },
    {
      place: 'toplist',
      title: '看榜单之前，请先看方法',
      subtitle: '择校资讯',
      href: `/news/${city.pinyin}/`,
    },
    {
      place: 'openday',
      title: '探校清单：十五分钟看懂一所学校',
      subtitle: '升学规划',
      href: `/planning/${city.pinyin}/`,
    },
  ]
  return drafts.map((draft, position) => ({
    paid: false,
    ...draft,
    title: spaced(draft.title),
    cityCode: city.code,
    picture: samplePicture('banner', `${city.pinyin}-${position + 1}`, `${spaced(draft.title)}（示例插图）`),
    position,
  }))
}

/** Promotions of a city: one that is paid for, the others the site's own. */
export function promotionsOf(city: City, calendar: Calendar, digest: Digest): SamplePromotion[] {
  const shown = digest.open[1]
  const own: SamplePromotion = {
    cityCode: city.code,
    slug: 'adviser',
    title: `${city.name}择校顾问：先听你说四十分钟`,
    summary: '免费、一次、不推销，谈完你会带走一张自己的对比表。',
    body: [
      `第一次在${city.name}择校，最难的是把“想要什么”说清楚。顾问不会先报学校名单，而是请你讲讲孩子普通的一天。`,
      '谈话结束时，我们一起把最在意的五件事排出先后，再从收录的学校里挑出三到六所，做成一张可以分享的对比表。',
      '顾问不收学校的佣金，也不代办报名。联系方式只用于本次回电，你可以随时要求删除。',
    ].join('\n\n'),
    picture: samplePicture('scene', `library-promo-${city.code}-2`, '择校顾问（示例插图）'),
    paid: false,
    position: 1,
    updatedAt: calendar.at(-15, '09:00'),
  }
  const more = ownTopics(city, calendar, digest).map((topic, at) =>
    ownPromotion(city, calendar, topic, at + 2),
  )
  if (shown === undefined) return [own, ...more]
  const { name, key, tuitionMin } = shown.school.row
  return [
    {
      cityCode: city.code,
      slug: 'visit-week',
      title: `${name}：${calendar.intakeYear} 年秋季参观周开放预约`,
      summary: `五个工作日，每天两场，每场不超过八个家庭。重点看“${shown.theme.strength}”怎样落到平日的课里。`,
      body: [
        `参观周期间，${name}每天上午、下午各开放一场，由在读学生带队，走完教学楼、图书馆、食堂和操场，再旁听一节课。`,
        tuitionMin === 0 || tuitionMin === undefined || tuitionMin === null
          ? '学校免收学费，其他费用以校门口公示栏为准。'
          : `${calendar.intakeYear} 学年学费每年 ${inWan(tuitionMin)}起，完整的费用清单在参观现场发放，也可以在学校页查看。`,
        '预约请留下家长姓名与电话，不需要孩子的姓名和生日。学校会在一个工作日内打一次电话确认时间，只打一次。',
      ].join('\n\n'),
      picture: samplePicture('scene', `gate-promo-${city.code}-1`, `${name}参观周（示例插图）`),
      school: key,
      paid: true,
      position: 0,
      updatedAt: calendar.at(-4, '09:00'),
    },
    own,
    ...more,
  ]
}

type Topic = { slug: string; scene: string; title: string; summary: string; body: string[] }

/** What the site itself draws attention to in the season of enrolment. */
function ownTopics({ name }: City, { intakeYear }: Calendar, digest: Digest): Topic[] {
  const ib = digest.ofCurriculum('ib').length
  const [next] = digest.openDays
  return [
    {
      slug: 'fee-list',
      scene: 'classroom',
      title: `${name}学费清单核对表`,
      summary: '一张表，十二个格子，逐项问清什么时候付、能不能退。',
      body: [
        `把学费、报名费、押金、餐费、校车、校服、研学和考试费写在同一张表上，再去${name}的每一所学校问同样的问题。`,
        '学校没有公布的，表上就空着。空格多的那一行，往往最值得再问一次。',
      ],
    },
    {
      slug: 'curriculum-evening',
      scene: 'lab',
      title: `课程选择线上夜谈：${name}家长专场`,
      summary: `${name}收录 ${ib} 所 IB 学校，夜谈从孩子现在的一天讲起，不比较好坏。`,
      body: [
        '一小时，半小时讲几种课程的日常差别，半小时答问。不点名推荐学校，也不收集孩子的姓名。',
        '讲稿会放在升学规划栏目，没有时间参加的家长可以直接看文字。',
      ],
    },
    {
      slug: 'commute',
      scene: 'gate',
      title: `${name}上学路线试走`,
      summary: `${digest.busiest.name}的学校最多，先在早高峰走一遍，再决定走读还是寄宿。`,
      body: [
        '挑一个普通的上学日，按开学后的时间出门，记下每一段用了多少分钟。来回各走一次，比地图上的估计可靠。',
        '学校页写明是否有校车和寄宿。路线单可以打印，放在书包里带着走。',
      ],
    },
    {
      slug: 'intake-calendar',
      scene: 'library',
      title: `${intakeYear} 年${name}入学日历`,
      summary:
        next === undefined
          ? '报名、测评、放榜，按月排好，学校改期会跟着改。'
          : `报名、测评、放榜按月排好，最近一场开放日在${next.school}。`,
      body: [
        '日历只收学校公开过的日期，没有公开的不猜。每一条都写明来自哪里、哪一天看到。',
        '日期以学校的通知为准，我们每周核对一次。',
      ],
    },
  ]
}

function ownPromotion(city: City, calendar: Calendar, topic: Topic, position: number): SamplePromotion {
  const { slug, scene, title, summary, body } = topic
  return {
    cityCode: city.code,
    slug,
    title: spaced(title),
    summary: spaced(summary),
    body: body.map(spaced).join('\n\n'),
    picture: samplePicture('scene', `${scene}-promo-${city.code}-${position + 1}`, `${title}（示例插图）`),
    paid: false,
    position,
    updatedAt: calendar.at(-6 - position * 3, '09:00'),
  }
}

/** The site's own open day in a city, with check-in. */
export function siteOpenDay(city: City, calendar: Calendar): SampleOpenDay {
  const offset = calendar.next('saturday', 9)
  const title = `${city.name}择校咨询日`
  return {
    cityCode: city.code,
    title,
    startsAt: calendar.at(offset, '09:30'),
    endsAt: calendar.at(offset, '16:30'),
    bookingClosesAt: calendar.at(offset - 1, '18:00'),
    place: `${city.name}市民活动中心一层（示例地址）`,
    description: '十余所学校的老师到场，一家一张桌子，可以逐个聊过去；另设两场小讲座，讲学费清单和课程选择。',
    capacity: 300,
    taken: 126,
    eventTitle: title,
  }
}
