import type { z } from 'zod'
import {
  cancelRequest,
  cancelRequestByAccess,
  deleteAccount,
  endSession,
  exportAccount,
  getOwnRequest,
  getRequest,
  replaceRequestAccess,
  listConsents,
  listBookings,
  listRequests,
  listSessions,
  modifyCenter,
  withdrawConsent,
} from '#server/contract/accounts/account.ts'
import { listAddresses, listAddressParts, listPlaces } from '#server/contract/articles/addresses.ts'
import {
  getCenterCollect,
  getCenterInfo,
  getSchoolCollect,
  listCenterCollect,
  saveCollectNote,
} from '#server/contract/accounts/center.ts'
import { getCheckIn, sendCheckIns } from '#server/contract/check-ins/checkins.ts'
import { cities } from '#server/contract/cities.ts'
import { getCityMedians, getFactSummary } from '#server/contract/schools/fact-summary.ts'
import { cityParts, listCityParts } from '#server/contract/schools/city-parts.ts'
import { cancelClue, sendClue } from '#server/contract/leads/clue.ts'
import {
  addDecisionColumn,
  deleteDecisionBook,
  getDecisionBook,
  openDecisionBook,
  replaceDecisionBookAccess,
  saveDecisionColumn,
} from '#server/contract/leads/decision-book.ts'
import { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import { codes } from '#server/contract/codes.ts'
import { collectSchool, compareSchools } from '#server/contract/accounts/collect.ts'
import {
  getCourse,
  getNews,
  getPlanning,
  listCourses,
  listNews,
  listPlannings,
  listPromotions,
} from '#server/contract/articles/articles.ts'
import { listBanners } from '#server/contract/articles/banners.ts'
import { getOpenDay, listOpenDays, openDayCalendar, openDayFacets } from '#server/contract/open-days.ts'
import { listRankings } from '#server/contract/schools/rankings.ts'
import { getEvent, listEvents } from '#server/contract/check-ins/events.ts'
import { listCorrections, sendCorrection } from '#server/contract/leads/corrections.ts'
import {
  askQuestion,
  listOwnQuestions,
  getGraduateLikes,
  getViewLikes,
  likeGraduate,
  likeView,
} from '#server/contract/leads/feedback.ts'
import { getLocation, getLocationService } from '#server/contract/browser/location.ts'
import { login, logout, sendClueCode, sendCode } from '#server/contract/accounts/login.ts'
import type { SchoolEntry } from '#server/contract/child/school-entry.ts'
import { listPlanningSteps } from '#server/contract/schools/planning-steps.ts'
import { listSchoolPaths } from '#server/contract/schools/school-paths.ts'
import type { profile as profileSchema } from '#server/contract/accounts/profile.ts'
import {
  getGraduate,
  getView,
  listAnswers,
  listEnvs,
  listGraduates,
  listTeachers,
  listViews,
} from '#server/contract/schools/school-content.ts'
import { getSchool, type SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import {
  listCategories,
  listCityCategories,
  listSchools,
  similarSchools,
  type SchoolCardData,
} from '#server/contract/schools/schools.ts'
import { listOwnTickets, listTicketsOfRequest } from '#server/contract/check-ins/tickets.ts'
import { understandSearch } from '#server/contract/search/understand.ts'
import { answer, fakeApi, knownToken, Refusal, type FakeAnswer, type FakeApi } from './fake-api.ts'

type ItemOf<E extends { data: z.ZodType }> =
  z.output<E['data']> extends { items: (infer Item)[] } ? Item : never

/** The moment around which the sample lies. */
const day = (text: string) => `${text}T02:00:00.000Z`

/** A dated step of an admission to grade 5 in 2027. */
export const planningStep = {
  kind: 'close',
  school_year: 2027,
  round: '第一轮',
  date: '2027-03-10',
  source: '招生简章',
  source_date: '2026-05-01',
  school: {
    id: 7,
    name: '深圳弦歌学校',
    kind: 'international',
    sample: false,
    updated_at: day('2026-05-01'),
  },
} satisfies ItemOf<typeof listPlanningSteps>

/** A school of the list, in 南山 of Shenzhen. */
export function schoolCard(more: Partial<SchoolCardData> = {}): SchoolCardData {
  return {
    id: 7,
    name: '深圳弦歌学校',
    city_code: '4403',
    district: { slug: 'nanshan', name: '南山区' },
    kind: 'international',
    stages: ['high'],
    curricula: ['ib'],
    boarding: 'full',
    tuition_min: 180_000,
    tuition_max: 220_000,
    state: 'open',
    updated_at: day('2026-05-01'),
    sample: false,
    ...more,
  }
}

/** The same with its facts and texts. */
export function schoolDetail(more: Partial<SchoolDetailData> = {}): SchoolDetailData {
  return {
    ...schoolCard(),
    aliases: [],
    former_names: [],
    not_published: [],
    passports: [],
    fees: [{ label: '学费', amount: 180_000, per: 'year' }],
    address: '学府路 1 号',
    phone: '0755-12345678',
    about: [{ title: '办学理念', body: '<p>以人为本。</p>' }],
    admissions: [{ title: '招生对象', body: '<p>九年级学生。</p>' }],
    recipient: 'school',
    predecessors: [],
    rankings: [],
    counts: { views: 1, graduates: 1, teachers: 1, answers: 1, envs: 1, open_days: 1 },
    ...more,
  }
}

/** What is known of a school's costs and entry: nothing but what `more` says. */
export function schoolEntry(more: Partial<SchoolEntry> = {}): SchoolEntry {
  return {
    tuition: [],
    fees: [],
    entry_grades: [],
    eligibility: [],
    admission_steps: [],
    bus_lines: [],
    records: [],
    ...more,
  }
}

/** Answers for one school, with what is known of its costs and entry when the call asks for it. */
export function answerSchool(school: SchoolDetailData, entry: SchoolEntry = schoolEntry()): FakeAnswer {
  return answer(getSchool, (input) => {
    if (input.id !== school.id) return notFound
    return input.entry === true ? { ...school, entry } : school
  })
}

/** One page of a list that has no other. */
export function listOf<Item>(
  items: Item[],
  more: { total?: number; page?: number; page_size?: number } = {},
) {
  return { items, total: items.length, page: 1, page_size: 20, ...more }
}

/** A page of a list as it was asked for: the first page holds the items, any other is empty. */
export function firstPageOnly<Item>(items: Item[]) {
  return ({ page, page_size }: { page: number; page_size: number }) =>
    listOf(page === 1 ? items : [], { total: items.length, page, page_size })
}

/** Counts of a list that can be narrowed by nothing. */
export const noFacets = {
  stage: [],
  kind: [],
  curriculum: [],
  district: [],
  boarding: [],
  language: [],
  buses: [],
  support: [],
  fee: [],
}

/** An item of news of Shenzhen. */
export const newsItem = {
  id: 12,
  city_code: '4403',
  title: '国际学校春季招生开始',
  summary: '多所学校公布时间。',
  published_at: day('2026-04-02'),
  updated_at: day('2026-04-03'),
  source: '择校通',
} satisfies ItemOf<typeof listNews>

/** An open day that can be booked. */
export const openDay = {
  id: 31,
  school: { id: 7, name: '深圳弦歌学校' },
  city_code: '4403',
  title: '校园开放日',
  starts_at: day('2027-03-06'),
  ends_at: '2027-03-06T04:00:00.000Z',
  place: '学府路 1 号',
  capacity: 40,
  left: 12,
  state: 'open',
  updated_at: day('2026-11-01'),
} satisfies ItemOf<typeof listOpenDays>

/** A course of all cities. */
export const course = {
  id: 3,
  slug: 'ib',
  title: 'IB 课程',
  summary: '国际文凭课程。',
  body: '<p>六个学科组。</p>',
  curriculum: 'ib',
  updated_at: day('2026-02-01'),
} satisfies ItemOf<typeof listCourses>

/** A planning article of all cities. */
export const planning = {
  id: 4,
  slug: 'year',
  title: '一年的升学时间表',
  summary: '每个月做什么。',
  body: '<p>九月开始准备。</p>',
  updated_at: day('2026-02-02'),
} satisfies ItemOf<typeof listPlannings>

/** A ranked list with one place. */
export const ranking = {
  id: 5,
  city_code: '4403',
  slug: 'high',
  title: '深圳国际高中榜',
  year: 2026,
  method: '按升学结果与师资评分',
  paid: false,
  places: [{ place: 1, score: 92, school: schoolCard() }],
} satisfies ItemOf<typeof listRankings>

/** An event whose check-in is open. */
export const event = {
  id: 9,
  city_code: '4403',
  title: '深圳国际教育展',
  place: '会展中心',
  starts_at: day('2026-11-20'),
  ends_at: day('2026-11-30'),
  check_in: 'open',
  check_in_from: day('2026-11-19'),
  check_in_until: day('2026-11-30'),
} satisfies ItemOf<typeof listEvents>

/** The profile of the only session. */
export const profile: z.output<typeof profileSchema> = {
  id: 1,
  nickname: '林女士',
  phone: '139****0001',
  city_code: '4403',
  courseText: '',
}

/** A request that stands, with its access token and number. */
export const access = '0123456789ABCDEFGHJKMNPQRS'
export const reference = 'ABCDE12345'
export const ownRequest = {
  reference,
  order_type: 'order',
  state: 'received',
  status: 'submitted',
  created_at: day('2026-06-01'),
  city_code: '4403',
  name: '林**',
  phone: '139****0001',
  school: { id: 7, name: '深圳弦歌学校' },
  recipient: '深圳弦歌学校',
  cancellable: true,
  access,
  tickets: [],
} satisfies z.output<(typeof getRequest)['data']>

/** A family's decision book about school 7 and another, with what two people say. */
export const decisionBook = {
  schools: [
    { id: 7, name: '深圳弦歌学校' },
    { id: 8, name: '乙学校' },
  ],
  columns: [
    {
      id: 61,
      name: '妈妈',
      version: 1,
      answers: [
        { school_id: 7, scores: { teachers: 5, cost: 4 }, note: '老师很耐心' },
        { school_id: 8, scores: { teachers: 3, cost: 4 } },
      ],
    },
    {
      id: 62,
      name: '爸爸',
      version: 1,
      answers: [
        { school_id: 7, scores: { teachers: 2, cost: 4 } },
        { school_id: 8, scores: { teachers: 3, cost: 4 } },
      ],
    },
  ],
  deleted_at: '2027-05-28T04:00:00.000Z',
} satisfies z.output<(typeof getDecisionBook)['data']>

/** A check-in's own number. */
export const checkInId = '0123456789abcdef0123456789abcdef'

const view = {
  id: 21,
  school_id: 7,
  title: '科技节开幕',
  published_at: day('2026-03-01'),
  likes: 5,
} satisfies ItemOf<typeof listViews>

const graduate = {
  id: 22,
  school_id: 7,
  name: '陈同学',
  year: 2025,
  destination: '多伦多大学',
  likes: 3,
} satisfies ItemOf<typeof listGraduates>

const school = { id: 7, name: '深圳弦歌学校', city_code: '4403' }
const terms = {
  stages: [{ value: 'high', label: '高中', count: 3 }],
  kinds: [{ value: 'international', label: '国际学校', count: 2 }],
  curricula: [{ value: 'ib', label: 'IB', count: 2 }],
  districts: [{ value: 'nanshan', label: '南山区', count: 2 }],
}
const picture = { src: '/media/env/1.svg', width: 1200, height: 800, color: 'sky' }
const notFound = new Refusal(codes.notFound, '没有找到相关内容')
const codeSent = { expires_in: 300, resend_in: 60 }

/** What is known to exist is answered, anything else is not found. */
function known<Id, Data>(id: Id, data: Data): (input: { id: Id }) => Data | Refusal {
  return (input) => (input.id === id ? data : notFound)
}

/** One of everything, so that every page has something to show. */
const sample: FakeAnswer[] = [
  answer(understandSearch, { is_name: false }),
  answer(listSchools, ({ page, page_size }) => ({
    ...firstPageOnly([schoolCard({ lat: 22.54, lng: 113.94 })])({ page, page_size }),
    facets: {
      ...noFacets,
      stage: terms.stages,
      kind: terms.kinds,
      curriculum: terms.curricula,
      district: terms.districts,
      fee: [{ value: '100000-200000', label: '10–20\u00a0万', count: 1 }],
    },
  })),
  answerSchool(schoolDetail()),
  answer(similarSchools, { items: [] }),
  answer(listCategories, terms),
  answer(listCityCategories, { items: cities.map(({ code }) => ({ ...terms, city_code: code, total: 24 })) }),
  answer(getFactSummary, {
    schools: 24,
    stale: 3,
    dated: 60,
    median_age_days: 183,
    facts: [{ fact: 'tuition_min', known: 20, stale: 3, dated: 20, median_age_days: 183 }],
    checks: [],
  }),
  answer(getCityMedians, { figures: [{ fact: 'class_size', median: 24, schools: 44 }] }),
  answer(listCityParts, { items: cities.map(({ code }) => ({ city_code: code, parts: [...cityParts] })) }),
  answer(compareSchools, ({ ids, entry }) => ({
    schools: ids
      .split(',')
      .map((id) =>
        schoolDetail({ id: Number(id), name: `学校${id}`, ...(entry ? { entry: schoolEntry() } : {}) }),
      ),
    differences: [],
  })),
  answer(listViews, firstPageOnly([view])),
  answer(getView, known(21, { ...view, body: '<p>开幕。</p>', school, updated_at: view.published_at })),
  answer(listGraduates, firstPageOnly([graduate])),
  answer(getGraduate, known(22, { ...graduate, story: '<p>故事。</p>', school })),
  answer(listTeachers, firstPageOnly([{ id: 23, school_id: 7, name: '王老师', role: '校长' }])),
  answer(
    listAnswers,
    firstPageOnly([
      { id: 24, school_id: 7, question: '可以住校吗？', asked_at: day('2026-01-05'), answers: [] },
    ]),
  ),
  answer(listEnvs, firstPageOnly([{ id: 25, school_id: 7, title: '图书馆', picture }])),
  answer(listRankings, listOf([ranking])),
  answer(listNews, firstPageOnly([newsItem])),
  answer(getNews, known(12, { ...newsItem, body: '<p>正文。</p>' })),
  answer(listOpenDays, firstPageOnly([openDay])),
  answer(getOpenDay, known(31, openDay)),
  answer(openDayCalendar, [{ day: '2027-03-06', total: 1, open: 1 }]),
  answer(openDayFacets, {
    within: [{ value: 'fortnight', label: '两周内', count: 1 }],
    weekday: [{ value: '6', label: '周六', count: 1 }],
    relaxations: [],
    district: [{ value: 'nanshan', label: '南山区', count: 1 }],
    stage: [{ value: 'high', label: '高中', count: 1 }],
    kind: [{ value: 'bilingual', label: '双语学校', count: 1 }],
  }),
  answer(listCourses, listOf([course])),
  answer(getCourse, ({ key }) => (key === 'ib' || key === '3' ? course : notFound)),
  answer(listPlannings, listOf([planning])),
  answer(listPlanningSteps, ({ year = 2027 }) => ({
    year,
    items: [planningStep],
    total: 1,
    undated: { items: [{ id: 8, name: '没有日期的学校' }], total: 1 },
    refusing: 0,
  })),
  answer(listSchoolPaths, { steps: [], schools: [] }),
  answer(getPlanning, ({ key }) => (key === 'year' ? planning : notFound)),
  answer(listPromotions, listOf([{ ...planning, id: 6, slug: 'spring', title: '春季优惠', paid: true }])),
  answer(listBanners, listOf([])),
  answer(listEvents, listOf([event])),
  answer(getEvent, known(9, { ...event, exhibitors: [] })),
  answer(sendCheckIns, {
    state: 'checked_in',
    id: checkInId,
    first_at: day('2026-11-21'),
    code: 1000,
    msg: '签到成功',
  }),
  answer(
    getCheckIn,
    known(checkInId, {
      id: checkInId,
      kind: 'parent' as const,
      event,
      at: day('2026-11-21'),
      received_at: day('2026-11-21'),
      exhibitors: [],
      open_days: [],
      qr: '/api/qr/1.svg',
    }),
  ),
  answer(getCenterInfo, profile),
  answer(modifyCenter, profile),
  answer(listCenterCollect, ({ ids }) =>
    ids === undefined
      ? listOf([{ school: schoolCard(), collected_at: day('2026-06-02') }])
      : Object.fromEntries(ids.split(',').map((id) => [id, id === '7'])),
  ),
  answer(getSchoolCollect, { collected: true }),
  answer(getCenterCollect, ({ id }) =>
    id === 7 ? { name: '深圳弦歌学校', note: '食堂干净' } : new Refusal(1404, '不存在'),
  ),
  answer(saveCollectNote, { msg: '备注已保存' }),
  answer(collectSchool, ({ is_collect }) => ({
    collected: is_collect,
    msg: is_collect ? '已收藏' : '已取消收藏',
  })),
  answer(listRequests, firstPageOnly([ownRequest])),
  answer(listBookings, [{ open_day_id: 31, reference }]),
  answer(getOwnRequest, ownRequest),
  answer(getRequest, (input) => (input.access === access ? ownRequest : notFound)),
  answer(cancelRequest, { state: 'cancelled', msg: '已取消' }),
  answer(cancelRequestByAccess, { state: 'cancelled', msg: '已取消' }),
  answer(replaceRequestAccess, { access: '9'.repeat(26) }),
  answer(openDecisionBook, { access }),
  answer(getDecisionBook, (input) => (input.access === access ? decisionBook : notFound)),
  answer(addDecisionColumn, { id: 62 }),
  answer(saveDecisionColumn, { msg: '已保存' }),
  answer(replaceDecisionBookAccess, { access: '9'.repeat(26) }),
  answer(deleteDecisionBook, { msg: '家庭决定书已删除' }),
  answer(
    listConsents,
    firstPageOnly([
      {
        id: 41,
        purpose: 'contact' as const,
        recipient: '深圳弦歌学校',
        text: '同意联系我',
        text_version: '1',
        given_at: day('2026-06-01'),
      },
    ]),
  ),
  answer(
    listCorrections,
    firstPageOnly([
      {
        id: 71,
        school: { id: 7, name: '深圳弦歌学校' },
        field: 'tuition' as const,
        wrong: '学费是去年的',
        state: 'received' as const,
        created_at: day('2026-06-02'),
      },
    ]),
  ),
  answer(
    listOwnQuestions,
    firstPageOnly([
      {
        id: 61,
        school: { id: 7, name: '深圳弦歌学校' },
        question: '校车到南山吗？',
        state: 'refused' as const,
        refusal_reason: '和招生无关',
        asked_at: day('2026-06-02'),
        answers: [],
      },
    ]),
  ),
  answer(withdrawConsent, { state: 'withdrawn', msg: '已撤回' }),
  answer(
    listSessions,
    firstPageOnly([
      {
        id: 51,
        created_at: day('2026-06-01'),
        last_seen_at: day('2026-06-02'),
        expires_at: day('2026-07-01'),
        current: true,
      },
    ]),
  ),
  answer(endSession, { msg: '已下线' }),
  answer(exportAccount, { account: { nickname: '林女士' } }),
  answer(deleteAccount, { msg: '账号已注销' }),
  answer(listOwnTickets, []),
  answer(listTicketsOfRequest, []),
  answer(sendJointClue, ({ visits }) => ({
    requests: visits.map(({ school_id }) => ({
      school_id,
      reference,
      access,
      state: 'received',
      msg: '预约已提交',
    })),
  })),
  answer(sendClue, { reference, access, state: 'received', msg: '我们会尽快联系您' }),
  answer(cancelClue, { state: 'cancelled', msg: '已取消', access }),
  answer(sendCode, (_input, { headers }) =>
    [null, knownToken].includes(headers.get('token')) ? codeSent : new Refusal(codes.unknownToken, ''),
  ),
  answer(sendClueCode, codeSent),
  answer(login, { token: knownToken, expires_at: day('2027-06-01'), info: profile }),
  answer(logout, { msg: '已退出登录' }),
  answer(sendCorrection, { msg: '纠错收到了，核实后更正。' }),
  answer(askQuestion, { id: 61, msg: '问题已提交，审核后公开' }),
  answer(likeView, { likes: 6, liked: true }),
  answer(getViewLikes, { likes: 6, liked: true }),
  answer(likeGraduate, { likes: 4, liked: true }),
  answer(getGraduateLikes, { likes: 4, liked: true }),
  answer(getLocation, { longitude: 113.26, latitude: 23.13, adcode: '440106', city_code: '4401' }),
  answer(getLocationService, { asks_others: false }),
  answer(listAddressParts, [{ kind: 'schools', part: 1, rows: 1, changed_at: day('2026-05-01') }]),
  answer(listAddresses, { items: [{ id: 7, changed_at: day('2026-05-01') }] }),
  answer(listPlaces, {
    cities: [{ page: 'home', city_code: '4403', changed_at: day('2026-05-01') }],
    schools: [{ city_code: '4403', changed_at: day('2026-05-01') }],
    months: [],
  }),
]

/** An API in which one of everything exists: school 7 and what belongs to it; `others` come before the sample. */
export function sampleApi(...others: FakeAnswer[]): FakeApi {
  return fakeApi([...sample, ...others])
}
