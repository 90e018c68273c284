import type { City } from '#server/contract/cities.ts'
import type { Calendar } from './calendar.ts'
import { inWan } from './city-digest.ts'
import type { Digest } from './city-digest.ts'
import { spaced } from './phrase.ts'
import { storedText } from '#server/services/content/texts/stored-text.ts'
import { samplePicture } from './pictures.ts'
import type { SampleBanner, SampleOpenDay, SamplePromotion } from './rows.ts'

/** Banners of a city for every place that shows some; all lead to pages that exist. */
export function bannersOf(city: City, calendar: Calendar, digest: Digest): SampleBanner[] {
  const shown = digest.open[0]
  const drafts: Omit<SampleBanner, 'cityCode' | 'picture' | 'position'>[] = [
    {
      place: 'home',
      title: `${city.name} IB 学校，放在一起看`,
      subtitle: '学费、师生比、住校方式，逐所对照',
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
    picture: samplePicture(
      `banner-${city.pinyin}-${(position % 3) + 1}`,
      `${spaced(draft.title)}（示例插图）`,
    ),
    position,
  }))
}

/** Promotions of a city: one that is paid for, the others the site's own. */
export function promotionsOf(city: City, calendar: Calendar, digest: Digest): SamplePromotion[] {
  const shown = digest.open[1]
  const own: SamplePromotion = {
    cityCode: city.code,
    slug: 'adviser',
    title: `${city.name}择校顾问：先听您说四十分钟`,
    summary: '免费、一次、不推销，谈完您会带走一张自己的对比表。',
    body: [
      `第一次在${city.name}择校，最难的是把“想要什么”说清楚。顾问不会先报学校名单，而是请您讲讲孩子普通的一天。`,
      '谈话结束时，我们一起把最在意的五件事排出先后，再从收录的学校里挑出三到六所，做成一张可以分享的对比表。',
      '顾问不收学校的佣金，也不代办报名。联系方式只用于本次回电，您可以随时要求删除。',
    ].join('\n\n'),
    picture: samplePicture('library-1', '择校顾问（示例插图）'),
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
      title: `${name}：${calendar.intakeYear} 年入学参观周开放预约`,
      summary: `五个工作日，每天两场，每场不超过八个家庭。重点看“${shown.theme.strength}”怎样落到平日的课里。`,
      body: [
        `参观周期间，${name}每天上午、下午各开放一场，由在读学生带队，走完教学楼、图书馆、食堂和操场，再旁听一节课。`,
        tuitionMin === 0 || tuitionMin === undefined || tuitionMin === null
          ? '学校免收学费，其他费用以校门口公示栏为准。'
          : `${calendar.intakeYear} 学年学费每年 ${inWan(tuitionMin)}起，完整的费用清单在参观现场发放，也可以在学校页查看。`,
        '预约请留下家长姓名与电话，不需要孩子的姓名和生日。学校会在一个工作日内打一次电话确认时间，只打一次。',
      ].join('\n\n'),
      picture: samplePicture('gate-1', `${name}参观周（示例插图）`),
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
  return [
    {
      slug: 'fee-list',
      scene: 'classroom',
      title: `${name}学费清单核对表`,
      summary: '一张表，十二个格子，逐项问清什么时候付、能不能退。',
      body: [
        `看${name}的每一所学校，都问同样的十二项，填在同一张表上。`,
        [
          '| 项目 | 要问的 |',
          '| --- | --- |',
          '| 学费 | 按年还是按学期付，涨价提前多久公示 |',
          '| 报名费 | 没有录取退不退 |',
          '| 学位押金 | 什么时候退、扣不扣 |',
          '| 餐费 | 请假退不退 |',
          '| 住宿费 | 中途走读怎样算 |',
          '| 校车 | 换线补差价吗 |',
          '| 校服 | 一共几套，能不能单买 |',
          '| 教材 | 是否已含在学费里 |',
          '| 研学 | 不参加退不退 |',
          '| 考试费 | 大约几门、哪一年付 |',
          '| 课后活动 | 哪些另收费 |',
          '| 保险 | 自愿还是必买 |',
        ].join('\n'),
        '学校没有公布的，表上就空着。空格多的那一行，往往最值得再问一次。',
      ],
    },
    {
      slug: 'curriculum-talk',
      scene: 'lab',
      title: `课程怎么选：${name}家长电话咨询`,
      summary: '从孩子现在的一天讲起，不比较课程的好坏。',
      body: [
        `顾问会讲清几种课程在${name}有哪些学校开设、平日里有什么差别，再回答您的问题。`,
        '打电话之前可以先看[课程介绍](/course/)，把不明白的地方记下来。',
      ],
    },
    {
      slug: 'commute',
      scene: 'gate',
      title: `${name}上学路线试走`,
      summary: `${digest.busiest.name}的学校最多，先在早高峰走一遍，再决定走读还是住校。`,
      body: [
        '挑一个普通的上学日，按开学后的时间出门，记下每一段用了多少分钟。来回各走一次，比地图上的估计可靠。要记的五段：',
        ['- [ ] 家到车站或停车位', '- [ ] 等车', '- [ ] 路上', '- [ ] 下车到校门', '- [ ] 校门到教室'].join(
          '\n',
        ),
        '学校页写明是否有校车、能不能住校。',
      ],
    },
    {
      slug: 'documents',
      scene: 'library',
      title: `${intakeYear} 年${name}入学材料清单`,
      summary: '多数学校会要的十样东西，缺哪样先办哪样。',
      body: [
        [
          '- [ ] 孩子的出生证明',
          '- [ ] 户口本，或护照与有效签证',
          '- [ ] 监护人身份证件',
          '- [ ] 居住证明，例如房产证或租赁备案',
          '- [ ] 近两年的成绩单',
          '- [ ] 原学校的在读证明',
          '- [ ] 预防接种证',
          '- [ ] 半年内的体检表',
          '- [ ] 证件照',
          '- [ ] 已有的语言考试成绩',
        ].join('\n'),
        '各校要求不同，以学校的通知为准。看到实物再递复印件，原件不要留下。',
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
    body: storedText(body.map(spaced).join('\n\n')),
    picture: samplePicture(`${scene}-2`, `${title}（示例插图）`),
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
