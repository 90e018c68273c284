/** One part of an export: its title and its values, each with the way to it. */
export type RecordPart = { title: string; rows: { label: string; value: string }[] }

const words = new Map([
  ['profile', '资料'],
  ['account', '账号'],
  ['visitor', '账号'],
  ['favourites', '收藏'],
  ['collects', '收藏'],
  ['requests', '申请'],
  ['clues', '申请'],
  ['consents', '授权'],
  ['questions', '提问'],
  ['sessions', '登录记录'],
  ['likes', '点赞'],
  ['codes', '验证码发送记录'],
  ['check_ins', '签到'],
  ['checkins', '签到'],
  ['registrations', '开放日报名'],
  ['exported_at', '导出时间'],
])

/** An export in parts that a person can read, one for each of its first names; values that are absent are left out. */
export function readableRecord(record: Readonly<Record<string, unknown>>): RecordPart[] {
  return Object.entries(record).map(([name, value]) => ({
    title: words.get(name) ?? name,
    rows: rowsOf(value, ''),
  }))
}

function rowsOf(value: unknown, label: string): RecordPart['rows'] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [{ label: label === '' ? '内容' : label, value: String(value) }]
  }
  if (typeof value !== 'object') return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const step = isList ? `第 ${Number(name) + 1} 条` : name
    return rowsOf(inner, label === '' ? step : `${label} · ${step}`)
  })
}
