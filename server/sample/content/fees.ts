import type { Kind, Stage } from '#server/contract/vocabulary.ts'
import type { SchoolFee } from '#server/contract/child/school-entry.ts'
import type { Random } from './random.ts'
import type { Flavour } from './flavours.ts'
import type { Profile } from './profiles.ts'

/** Yearly tuition of the lowest stage and its steps in the dearest city, CNY; then the bounds that always hold. */
const bases: Record<
  Exclude<Kind, 'public'>,
  { from: number; to: number; step: number; least: number; most: number }
> = {
  international: { from: 165_000, to: 235_000, step: 26_000, least: 120_000, most: 330_000 },
  foreign: { from: 180_000, to: 235_000, step: 24_000, least: 140_000, most: 330_000 },
  bilingual: { from: 86_000, to: 138_000, step: 16_000, least: 60_000, most: 180_000 },
  private: { from: 38_000, to: 72_000, step: 9000, least: 24_000, most: 98_000 },
}

const pushed: Record<Stage, number> = { kindergarten: -0.5, primary: 0, middle: 0.9, high: 1.9 }

/** Tuition, lowest and highest stage, in CNY per year; nothing for public schools. */
export function tuitionOf(profile: Profile, flavour: Flavour, random: Random): { min: number; max: number } {
  if (profile.kind === 'public') return { min: 0, max: 0 }
  const base = bases[profile.kind]
  const start = random.int(base.from, base.to)
  const amounts = profile.stages.map((stage) => {
    const amount = (start + pushed[stage] * base.step) * flavour.price
    return Math.round(Math.min(base.most, Math.max(base.least, amount)) / 1000) * 1000
  })
  const min = Math.min(...amounts)
  // Within one stage the upper years cost a little more.
  return { min, max: Math.max(...amounts, profile.stages.length === 1 ? min + random.int(2, 9) * 1000 : min) }
}

/** Whom a fee is asked of and whether it is paid back, as far as its note says so. */
function payersOf(label: string, profile: Profile): Pick<SchoolFee, 'applies_to' | 'refundable'> {
  if (label === '餐费' || label === '教材与活动费')
    return { applies_to: profile.boarding === 'full' && label === '餐费' ? 'boarders' : 'everybody' }
  if (label === '住宿费') return { applies_to: 'boarders' }
  if (label === '校车费') return { applies_to: 'bus' }
  if (label === '报名费') return { applies_to: 'new', refundable: false }
  if (label === '学位押金') return { applies_to: 'new', refundable: true }
  return label === '校服费' ? { applies_to: 'new' } : {}
}

/** Fees beside tuition, and what a year costs in all: least is what everybody pays, most takes every choice. */
export function feesOf(
  profile: Profile,
  tuition: { min: number; max: number },
  flavour: Flavour,
  random: Random,
) {
  const rich = profile.kind === 'international' || profile.kind === 'foreign'
  const scaled = (from: number, to: number) =>
    Math.round((random.int(from, to) * (0.5 + flavour.price / 2)) / 200) * 200
  const fees: SchoolFee[] = []
  const yearly = (label: string, amount: number, note?: string) =>
    fees.push({ label, amount, per: 'year', ...(note !== undefined && { note }) })
  const once = (label: string, amount: number, note?: string) =>
    fees.push({ label, amount, per: 'once', ...(note !== undefined && { note }) })

  const meals =
    profile.kind === 'public'
      ? scaled(4200, 5600)
      : profile.boarding === 'full'
        ? scaled(14_000, 19_000)
        : scaled(7200, 13_600)
  yearly(
    '餐费',
    meals,
    profile.boarding === 'full'
      ? '一日三餐，按在校日计'
      : random.pick(['午餐与一次点心', '午餐、上下午加餐', '按实际到校天数算，请假可退']),
  )
  if (profile.boarding !== 'day') {
    const room =
      profile.kind === 'public' ? scaled(1200, 2000) : rich ? scaled(24_000, 38_000) : scaled(9000, 22_000)
    yearly(
      '住宿费',
      room,
      profile.boarding === 'full' ? '四人间' : random.pick(['住校才收', '仅住校生，含每周洗衣']),
    )
  }
  if (profile.kind === 'public') yearly('课后服务费', scaled(1600, 2800), '自愿参加')
  else
    yearly(
      '教材与活动费',
      scaled(rich ? 4000 : 2400, rich ? 12_000 : 7000),
      random.pick(['含研学，不含境外行程', '含教材、校内活动与保险', '多退少补，学期末公示']),
    )
  if (profile.boarding !== 'full' && profile.kind !== 'public') {
    yearly('校车费', scaled(8800, 15_800), random.pick(['按线路远近，选乘', '选乘，往返', '选乘，单程减半']))
  }
  if (profile.kind !== 'public') {
    once('报名费', random.pick([800, 1000, 1200, 1500, 2000, 2500]), '评估后不退')
    once('学位押金', random.int(rich ? 5 : 3, rich ? 15 : 8) * 2000, '毕业或转出时无息退还')
  }
  once(
    '校服费',
    scaled(profile.kind === 'public' ? 500 : 1600, profile.kind === 'public' ? 900 : 3600),
    '夏冬两季全套',
  )

  const optional = new Set(['校车费', '课后服务费', ...(profile.boarding === 'full' ? [] : ['住宿费'])])
  const sum = (rows: typeof fees) => rows.reduce((total, fee) => total + fee.amount, 0)
  const perYear = fees.filter((fee) => fee.per === 'year')
  return {
    fees: fees.map((fee) => ({ ...fee, ...payersOf(fee.label, profile) })),
    totalMin: tuition.min + sum(perYear.filter((fee) => !optional.has(fee.label))),
    totalMax: tuition.max + sum(perYear),
  }
}
