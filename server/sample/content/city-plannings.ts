import type { Article } from './articles.ts'
import { inWan } from './city-digest.ts'
import type { Made } from './city-digest.ts'
import type { CityDesk } from './city-news.ts'

/** Planning articles of one city: its year, and what a budget reaches. */
export function cityPlannings(desk: CityDesk): Article[] {
  return [yearOf(desk), budget(desk)]
}

function yearOf({ cityName, cityPath, intakeYear }: CityDesk): Article {
  return {
    slug: 'year',
    title: `${cityName} ${intakeYear} 年入学时间线：十二个月里要做的事`,
    summary: '从第一次参观到九月报到，按季节列出。',
    body: [
      '## 九月到十一月：看学校',
      `${cityName}多数民办与国际学校多从这时开始开放，工作日的场次人少，问得细。`,
      `{{开放日 ${cityPath}}}`,
      [
        '- [ ] 列出五所以内的备选学校',
        '- [ ] 约参观，当晚记下三句话',
        '- [ ] 核对户籍、居住和社保材料的年限',
      ].join('\n'),
      '## 十二月到次年二月：交材料',
      '第一批评估多在寒假前后，不必抢第一场，孩子状态好更要紧。',
      ['- [ ] 证件、成绩单、疫苗本', '- [ ] 如实写一段孩子的介绍', '- [ ] 问清报名费退不退'].join('\n'),
      '## 三月到五月：做决定',
      '公办报名与积分核验在此期间展开，务必看区教育部门的公告；国际学校陆续发录取通知。',
      ['- [ ] 比较录取结果和一年总费用', '- [ ] 看清押金的退还期限', '- [ ] 没选的学校及时告知'].join('\n'),
      '## 六月到八月：做准备',
      ['- [ ] 体检、校服、校车登记', '- [ ] 按开学时间试走一次上学路', '- [ ] 留出两周什么也不安排'].join(
        '\n',
      ),
      `各校的报名、测评和缴费日期，[按孩子的年级看](/planning/${cityPath}/)，可以存到手机日历。`,
      '九月报到那天，早一点出门，慢一点走。',
    ],
  }
}

function budget({ cityName, digest }: CityDesk): Article {
  const within = (most: number) =>
    digest.open.filter(
      ({ school }) => (school.row.totalCostMin ?? 0) > 30_000 && (school.row.totalCostMin ?? 0) <= most,
    )
  const names = (made: readonly Made[]) =>
    made
      .slice(0, 3)
      .map(({ school }) => school.row.name)
      .join('、')
  const bands = [100_000, 160_000, 240_000]
  const lines = bands.map((most) => {
    const found = within(most).toSorted(
      (a, b) => (b.school.row.totalCostMin ?? 0) - (a.school.row.totalCostMin ?? 0),
    )
    return found.length === 0
      ? `每年 ${inWan(most)}以内：目前收录的学校里暂时没有，可以看看公办学校和邻近城市。`
      : `每年 ${inWan(most)}以内：共 ${found.length} 所，接近这一档的有${names(found)}。`
  })
  return {
    slug: 'budget',
    title: `${cityName}择校预算：每年 10 万、16 万、24 万，分别能看哪些学校`,
    summary: '按“人人都要付”的总费用来算，公办学校不在其中。',
    body: [
      '做预算时，请用总费用而不是学费。下面三档都按餐费、教材等必付项目相加之后的最低一档计算，住宿费和校车费没有算进去。',
      ...lines,
      `[按孩子的年级算一年要付多少](/child/)，住校、校车、伙食都加在里面。`,
      '给自己留一成余地：升入高年级学费会上调，研学、考试、搬家都可能发生。若这笔开支超过家庭年收入的三成，值得再想一想时间跨度。',
    ],
  }
}
