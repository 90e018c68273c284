import { guestKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { cityOfCode } from '#server/contract/cities.ts'
import { correctionFields } from '#server/contract/leads/correction-fields.ts'
import { decisionCriteria } from '#server/contract/catalogue/decision-criteria.ts'
import { leadClosings, leadEntryKinds, leadOutcomes } from '#server/contract/staff/lead-terms.ts'
import { leadFieldNames, leadFields } from '#server/contract/catalogue/lead-fields.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { orderLabels } from '#app/leads/order-labels.ts'
import { momentText } from './moment-text.ts'
import { purposeLabels } from './consent-labels.ts'
import { gradeLabel, stageLabel } from './profile-labels.ts'

/** One section of a data export for display: its title and its values with labels. */
export type ExportSection = { title: string; rows: { label: string; value: string }[] }

const titles = new Map([
  ['profile', '资料'],
  ['favourites', '收藏'],
  ['notes', '收藏的备注'],
  ['requests', '申请'],
  ['consents', '授权'],
  ['contacts', '联系记录'],
  ['decision_books', '家庭决定书'],
  ['questions', '提问'],
  ['corrections', '纠错'],
  ['sessions', '登录记录'],
  ['likes', '点过的“有用”'],
  ['codes', '验证码发送记录'],
  ['check_ins', '签到'],
  ['registrations', '活动报名'],
  ['exported_at', '导出时间'],
])

const labels = new Map<string, string>([
  ['id', '编号'],
  ['phone', '手机号'],
  ['nickname', '昵称'],
  ['city_code', '城市'],
  ['stage', '学段'],
  ['grade', '年级'],
  ['courseText', '关注的课程'],
  ['agreed_version', '同意的用户协议和隐私政策的版本'],
  ['agreed_at', '同意的时间'],
  ['created_at', '创建时间'],
  ['closed_at', '注销时间'],
  ['device', '设备'],
  ['last_seen_at', '最近使用'],
  ['expires_at', '有效期至'],
  ['ended_at', '结束时间'],
  ['ended_by', '结束原因'],
  ['purpose', '用途'],
  ['tries', '试填次数'],
  ['sent_at', '发送时间'],
  ['used_at', '使用时间'],
  ['school_id', '学校编号'],
  ['school', '学校'],
  ['collected_at', '收藏时间'],
  ['reference', '申请编号'],
  ['duplicate_of', '同一申请的原编号'],
  ['holds_seat', '占用名额'],
  ['waitlisted', '从候补开始'],
  ['seat_given_at', '候补到名额的时间'],
  ['waiting_position', '候补第几位'],
  ['order_type', '申请类型'],
  ['name', '称呼'],
  ['message', '留言'],
  ...leadFieldNames.map((name) => [name, leadFields[name].label] as const),
  ['open_day_id', '开放日编号'],
  ['open_day', '开放日'],
  ['source', '来源'],
  ['state', '状态'],
  ['updated_at', '更新时间'],
  ['verified_at', '手机号验证时间'],
  ['cancelled_at', '取消时间'],
  ['removal_reason', '移出候补的原因'],
  ['anonymised_at', '去除个人信息的时间'],
  ['booked_for', '预约的时间'],
  ['booked_place', '预约时的地点'],
  ['crm_sent_at', '转交顾问的时间'],
  ['contacted_at', '最近联系的时间'],
  ['next_contact_at', '下次联系的时间'],
  ['transferred_at', '转给学校的时间'],
  ['closed_at', '结束的时间'],
  ['contact_kind', '事项'],
  ['outcome', '联系结果'],
  ['note', '备注'],
  ['schools', '学校'],
  ['people', '各人'],
  ['answers', '打分'],
  ...decisionCriteria.map(({ slug, label }) => [slug, label] as const),
  ['removed_at', '取消收藏的时间'],
  ['happened_at', '发生时间'],
  ['noted_at', '记录时间'],
  ['check_in_id', '签到编号'],
  ['recipient', '提供给'],
  ['text_version', '授权文本版本'],
  ['text', '授权文本'],
  ['form', '提交的页面'],
  ['address_prefix', '网络地址前段'],
  ['given_at', '授权时间'],
  ['withdrawn_at', '撤回时间'],
  ['question', '公开的问题'],
  ['question_as_asked', '提交的原文'],
  ['shown_as', '显示的提问人'],
  ['refusal_reason', '没有公开的原因'],
  ['joined_to', '合并到的问题编号'],
  ['asked_at', '提问时间'],
  ['field', '哪一项'],
  ['wrong', '哪里不对'],
  ['right', '正确的内容'],
  ['answer', '答复'],
  ['answered_at', '答复时间'],
  ['event', '活动'],
  ['event_id', '活动编号'],
  ['kind', '身份'],
  ['ticket', '入场码'],
  ['printed_ticket', '名单上的入场码'],
  ['party_size', '人数'],
  ['organisation', '单位'],
  ['booth', '展位'],
  ['revoked_at', '作废时间'],
  ['registration_id', '报名编号'],
  ['device_id', '签到设备编号'],
  ['at', '签到时间'],
  ['received_at', '收到时间'],
  ['clock_fault', '签到设备时钟'],
])

/** Labels of enum values by the property that holds them; unknown values are shown as they are. */
const slugs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ended_by: { revoked: '已退出', replaced: '登录设备太多，自动退出' },
  order_type: Object.fromEntries(Object.entries(orderLabels).map(([type, { title }]) => [type, title])),
  state: {
    received: '已提交',
    waiting: '候补中',
    contacted: '已联系',
    cancelled: '已取消',
    withdrawn: '已撤回授权',
    pending: '待审核',
    shown: '已公开',
    refused: '未公开',
    joined: '已合并',
    corrected: '已更正',
    unchanged: '核实无误',
  },
  purpose: { ...purposeLabels, account: '登录和账号', clue: '提交申请' },
  kind: Object.fromEntries(guestKinds.map(({ slug, label }) => [slug, label])),
  source: { booking: '网上预约', import: '主办方名单', walk_in: '现场登记' },
  clock_fault: { ahead: '偏快', behind: '偏慢' },
  field: Object.fromEntries(correctionFields.map(({ slug, label }) => [slug, label])),
  contact_kind: Object.fromEntries(leadEntryKinds.map(({ slug, label }) => [slug, label])),
  outcome: Object.fromEntries([...leadOutcomes, ...leadClosings].map(({ slug, label }) => [slug, label])),
  holds_seat: { true: '是', false: '否' },
  waitlisted: { true: '是', false: '否' },
  ...recordOf(leadFieldNames, (name) =>
    Object.fromEntries(leadFields[name].terms.map(({ slug, label }) => [slug, label])),
  ),
}

/** The sections of a data export, one for each top-level property; absent values are left out. */
export function exportSections(record: Readonly<Record<string, unknown>>): ExportSection[] {
  return Object.entries(record).map(([name, value]) => ({
    title: titles.get(name) ?? name,
    rows: rowsOf(value, { name, label: '' }),
  }))
}

/** Flattens a value into labelled rows: `name` is its property, `label` its path as text. */
function rowsOf(value: unknown, { name, label }: { name: string; label: string }): ExportSection['rows'] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [{ label: label === '' ? '内容' : label, value: valueText(name, String(value)) }]
  }
  if (typeof value !== 'object') return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const step = isList ? `第 ${Number(key) + 1} 条` : (labels.get(key) ?? key)
    return rowsOf(inner, { name: isList ? name : key, label: label === '' ? step : `${label} · ${step}` })
  })
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** Display text of a value: moments in China's time, labels of enum values, others as they are. */
function valueText(name: string, value: string): string {
  if (moment.test(value)) return momentText(value)
  if (name === 'city_code') return cityOfCode(value)?.name ?? value
  if (name === 'stage') return stageLabel(value) ?? value
  if (name === 'grade') return gradeLabel(value) ?? value
  return slugs[name]?.[value] ?? value
}
