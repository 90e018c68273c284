import type { NewsDraft } from './articles.ts'
import { inWan } from './city-digest.ts'
import type { Digest, Made } from './city-digest.ts'
import type { Flavour } from './flavours.ts'

/** What news of a city is written from. */
export type CityDesk = {
  cityName: string
  /** The city's part of addresses. */
  cityPath: string
  year: number
  intakeYear: number
  flavour: Flavour
  digest: Digest
}

const named = (made: readonly Made[]) => made.map(({ school }) => school.row.name).join('、')
/** Schools in an article by their keys, which become numbers when it is written. */
const embedded = (made: readonly Made[]) => `{{学校 ${made.map(({ school }) => school.row.key).join(' ')}}}`

/** News of one city, each item from its own schools' facts. */
export function cityNews(desk: CityDesk): NewsDraft[] {
  return [
    openDays(desk),
    fees(desk),
    visit(desk),
    district(desk),
    board(desk),
    three(desk),
    changes(desk),
    ranking(desk),
    walk(desk),
  ].filter((draft) => draft !== undefined)
}

function openDays({ cityName, cityPath, digest }: CityDesk): NewsDraft | undefined {
  if (digest.openDays.length < 2) return undefined
  return {
    title: `${cityName}近期开放日：先挑日子，再挑学校`,
    summary: '最近还能约的几场放在一起，挑好就能预约。',
    picture: 'openday',
    age: 1,
    body: [
      `接下来几周，${cityName}有多所学校开放校园。建议一天不超过两场，中间留出吃饭和发呆的时间。`,
      `{{开放日 ${cityPath}}}`,
      '出发之前，请把想问的问题写下来，最好不超过五个。现场如果只能做一件事，就站在走廊上等一次下课。',
    ],
  }
}

function fees({ cityName, cityPath, intakeYear, digest }: CityDesk): NewsDraft | undefined {
  const international = digest.tuition('international')
  const bilingual = digest.tuition('bilingual')
  if (international === undefined || bilingual === undefined) return undefined
  const own = digest.tuition('private')
  return {
    title: `${cityName} ${intakeYear} 学年学费概览：国际学校 ${inWan(international.min)}起，双语学校 ${inWan(bilingual.min)}起`,
    summary: '同一类学校之间的差距，往往比不同类别之间更大。',
    picture: 'lecture',
    age: 9,
    body: [
      `根据本站收录的学校公开信息，${cityName}国际学校每年学费在 ${inWan(international.min)}至 ${inWan(international.max)}之间，双语学校在 ${inWan(bilingual.min)}至 ${inWan(bilingual.max)}之间${own === undefined ? '' : `，其他民办学校在 ${inWan(own.min)}至 ${inWan(own.max)}之间`}。区间的下限多为幼儿园和小学，上限多为高中。`,
      '学费之外，住宿费、餐费与校车费三项合计，每年通常还要增加二到六万元。学校页里的“一年总费用”给出了两个数字：前者是人人都要付的，后者是样样都选的。',
      '如果预算有明确上限，建议用列表页的学费档位筛选，再按学费从低到高看，最后到学校页核对一年总费用。同一价位里，师生比和班级人数是最容易比较的两个数字。',
      `{{列表 ${cityPath} kind=international}}`,
    ],
  }
}

function visit({ digest, flavour }: CityDesk): NewsDraft | undefined {
  const made = digest.open[0]
  if (made === undefined) return undefined
  const { name, founded } = made.school.row
  return {
    title: `探校笔记：在${name}，待了一整天`,
    summary: `从早晨校门口到最后一班校车，记录一所把“${made.theme.strength}”当作招牌的学校。`,
    picture: 'openday',
    age: 13,
    body: [
      `我们约的是一个普通的星期三，没有演出，也没有接待。${founded === undefined || founded === null ? '' : `学校创办于 ${founded} 年，校舍不算新，`}走廊里看得出每天都有人用心收拾。`,
      `陪同的老师没有安排路线，只说哪间教室的门开着都可以进。一上午听了三节课，印象最深的是大家常提起的“${made.theme.strength}”：老师说话不多，大部分时间是孩子在说、在试、在改。`,
      '午饭排队十一分钟，饭菜家常。饭后我们随机问了六名学生“最想改掉学校的哪一点”，四个人说了同一件事，陪同的老师当场记了下来，并没有解释。',
      embedded([made]),
      `离开时天色已晚，校车一辆一辆驶向${flavour.park}的方向。这篇笔记没有收取任何费用，也没有给学校事先看过。`,
    ],
  }
}

function district({ cityName, cityPath, digest }: CityDesk): NewsDraft | undefined {
  const { slug, name, schools } = digest.busiest
  if (schools.length < 2) return undefined
  return {
    title: `住在${name}，步行和校车能到哪些学校`,
    summary: `${cityName}收录学校最多的片区，我们把它们放在一起比一比。`,
    picture: 'openday',
    age: 16,
    body: [
      `${name}是本站在${cityName}收录学校最多的片区，共有 {{数量 ${cityPath} district=${slug}}} 所。离家近意味着每天多睡半小时，也意味着同学就是邻居，这两件事对孩子的影响常被低估。`,
      `{{列表 ${cityPath} district=${slug}}}`,
      '距离只是起点。请把工作日早上的真实通勤走一遍，再决定要不要把它排在课程前面。',
    ],
  }
}

function board({ cityName, cityPath, digest }: CityDesk): NewsDraft | undefined {
  if (digest.boarding.length < 4) return undefined
  const full = digest.boarding.filter(({ school }) => school.row.boarding === 'full')
  return {
    title: `要不要住校？${cityName}可以住校的学校，各有哪些做法`,
    summary: '全寄宿、周中住校、临时住校，差别在晚上八点以后。',
    picture: 'lecture',
    age: 22,
    body: [
      `${cityName}有[可以住校的学校](/schoollist/${cityPath}/?boarding=optional&boarding=full)${full.length === 0 ? '' : `，其中${named(full.slice(0, 3))}为全寄宿`}，其余可以自选。住校的第一道关是周日晚上，第二道关是生病，提前问清楚谁在、谁管、多久能到医院。`,
      `{{列表 ${cityPath} boarding=optional,full}}`,
      '参观宿舍请挑傍晚。看热水够不够、晾衣的地方通不通风、走廊的灯几点暗下来，再问一名住校生：睡不着的时候怎么办。',
      '费用方面，住宿费一般按学期退换，洗涤、空调和周末留宿是否另计，各校并不相同，清单上没有写的，请当面确认。',
    ],
  }
}

function three({ cityName, digest }: CityDesk): NewsDraft | undefined {
  const [a, b, c] = digest.open.slice(2, 5)
  if (a === undefined || b === undefined || c === undefined) return undefined
  const districtless = [a, b, c].map(({ school }) => school.row.name)
  return {
    title: `三所学校，三种下课十分钟`,
    summary: `${districtless.join('、')}，同一个星期里的三次走访。`,
    picture: 'sports',
    age: 27,
    body: [
      `择校时大家习惯比较课程表，我们这次只比较课间。同一个星期里，编辑部先后在${cityName}的三所学校等了九次下课。`,
      `${a.school.row.name}的课间很短，孩子们却不着急，话题常常接着上一节课；提到它，人们先想到${a.theme.strength}，走廊里到处是做到一半的东西。`,
      `${b.school.row.name}的课间最吵，操场上同时有四种游戏，老师混在其中，很难分辨谁在值班。${b.theme.strength}是它的招牌，我们看见的却是一群会自己定规则的孩子。`,
      `${c.school.row.name}的课间最长，有人躺在地毯上看天花板。问起${c.theme.strength}，一名学生想了想说：“平时没感觉，放假了才想起来。”`,
      embedded([a, b, c]),
    ],
  }
}

function changes({ cityName, intakeYear, digest }: CityDesk): NewsDraft | undefined {
  const { paused, closed } = digest
  if (paused === undefined || closed === undefined) return undefined
  return {
    title: `${cityName}学校变动提醒：一所暂停招生，一所已停办`,
    summary: '涉及这两所学校的家庭，可以先做三件事。',
    picture: 'lecture',
    age: 30,
    body: [
      `${paused.school.row.name}因校舍改造，${intakeYear} 年秋季暂停招收新生，在读学生不受影响；${closed.school.row.name}已于 ${closed.school.row.closedAt?.slice(0, 4) ?? ''} 年暑期停止办学，学籍与未用完的费用由承接学校办理。两所学校的页面都已加上醒目的说明。`,
      embedded([paused, closed]),
      '正在考虑这两所学校的家庭，建议先把备选名单补到三所以上；已经交过费用的，整理好协议、票据和聊天记录；拿不准的，直接询问所在区教育主管部门。',
      '本站每季度核对一次办学状态。如果您发现哪所学校的信息变了，请在[联系我们](/contact/)页告诉我们。',
    ],
  }
}

function ranking({ cityName, cityPath, year, digest }: CityDesk): NewsDraft | undefined {
  if (digest.open.length < 10) return undefined
  return {
    title: `${year} ${cityName}学校榜单更新：指标没有变，权重调了两处`,
    summary: '信息公开一项提高到 15%，未公布师生比的学校不再列入按数字折算的榜单。',
    picture: 'award',
    age: 38,
    body: [
      `${year} 年的${cityName}榜单已经更新，包含综合、国际课程、寄宿与学费投入四张。与去年相比，综合榜里信息公开的权重由 10% 提高到 15%，课程与教学相应下调。`,
      '另一处变化是取消了估算。过去我们会替没有公布师生比的学校取平均值，家长反映这样并不公平，今年起不公布就不列入，名单因此短了一些。',
      `[榜单页](/toplist/${cityPath}/)写明了每一项指标、权重与不列入的理由。名次接近的学校差别很小，请把它们看成同一档。`,
    ],
  }
}

function walk({ cityName, flavour, digest }: CityDesk): NewsDraft | undefined {
  const near = digest.open.slice(5, 7)
  if (near.length < 2) return undefined
  return {
    title: `带着孩子逛${cityName}：顺路看两所学校的周末路线`,
    summary: `上午在${flavour.park}跑一跑，下午去${flavour.old}吃点心，中间各看一所学校。`,
    picture: 'sports',
    age: 44,
    body: [
      `探校不必像赶考。这条路线从${flavour.park}开始，九点到，先让孩子跑够一小时，再去${named(near.slice(0, 1))}。跑过的孩子更愿意坐下来听，也更容易露出真性情。`,
      `午饭安排在${flavour.old}附近，边吃边请孩子说说上午哪里好玩。下午三点前后到${named(near.slice(1, 2))}，正赶上社团开始，能看到学生比较放松的样子。`,
      `如果还有力气，傍晚可以去${flavour.water}边走走。两所学校的参观都要提前预约，路线上的时间留得宽，堵车也不用慌。`,
      embedded(near),
    ],
  }
}
