import { guestKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { cities } from '#server/contract/cities.ts'
import { contentKinds } from '#server/contract/staff/content.ts'
import { leadClosings, leadOutcomes } from '#server/contract/staff/lead-terms.ts'
import { staffRoleNames } from '#server/contract/staff/roles.ts'
import { batchLists } from '../../batch/batch-lists.ts'
import { valueText } from '../../parts/diff.tsx'
import { jobKindText } from '../../parts/job-texts.ts'
import { momentText } from '../../parts/moment.tsx'
import { correctionStateNames, leadStateNames, questionStateNames } from '../../parts/state-names.ts'

/** What members and operators do, by the command of the record; others are shown as they are. */
const commandTexts: Readonly<Record<string, string>> = {
  'staff login': '登录后台',
  'staff login locked': '动态码输错太多次，暂时锁定',
  'staff session refused': '换了网络，登录被结束',
  'staff sessions end': '让设备下线',
  'staff second-factor codes': '更换恢复码',
  'staff second-factor move': '换验证器',
  'staff lead-digest change': '修改新线索短信',
  'staff members add': '添加成员',
  'staff members change': '修改成员',
  'staff members reset': '重置成员的动态码',
  'staff visitor-sessions end': '结束家长的登录',
  'staff leads claim': '认领线索',
  'staff leads release': '放弃认领线索',
  'staff leads reveal': '显示线索的电话',
  'staff leads contacted': '记录联系',
  'staff leads postpone': '改到以后联系',
  'staff leads undo': '撤销对线索的操作',
  'staff undo': '撤销操作',
  'staff search': '查找家长和来宾',
  'staff leads note': '添加线索备注',
  'staff leads assign': '分配线索',
  'staff leads batch': '成批处理线索',
  'staff leads transfer': '把线索转给学校',
  'staff leads close': '结束线索',
  'staff leads resend': '重发线索到 CRM',
  'staff questions show': '公开提问',
  'staff questions answer': '回答提问',
  'staff questions edit': '修改提问的文字',
  'staff questions refuse': '不公开提问',
  'staff questions join': '合并提问',
  'staff questions reveal': '显示提问人',
  'staff corrections answer': '答复纠错',
  'staff corrections reveal': '显示纠错人的电话',
  'staff open-days add': '新建开放日',
  'staff open-days change': '修改开放日',
  'staff open-days cancel': '取消开放日',
  'staff open-days reinstate': '恢复举行开放日',
  'staff open-days reveal': '查看要打电话的家长',
  'staff open-days show': '显示要打电话的家长的姓名和电话',
  'staff open-days called': '记下打过电话',
  'staff waiting-list remove': '移出候补名单',
  'staff guests import': '导入来宾名单',
  'staff guests reveal': '查看来宾的姓名和电话',
  'staff guests correct': '更正来宾',
  'staff guests undo': '撤销签到',
  'staff guests remove': '移出来宾名单',
  'staff events add': '新建活动',
  'staff events change': '修改活动',
  'staff events withdraw': '撤下活动',
  'staff events reinstate': '恢复公开活动',
  'staff events paper': '打开纸质名单',
  'staff devices pair': '生成设备配对码',
  'staff devices revoke': '停用签到设备',
  'staff imports publish': '导入',
  'staff jobs retry': '重试没有发出的任务',
  'staff pictures upload': '上传图片',
  'staff schools merge': '合并学校',
  'staff drafts save': '存草稿',
  'staff drafts publish': '发布草稿',
  'staff drafts schedule': '定时发布',
  'staff drafts reopen': '改回草稿',
  'staff drafts propose': '提交草稿',
  'staff drafts refuse': '退回草稿',
  'staff drafts rebase': '按现在的内容更新草稿',
  'staff drafts discard': '放弃草稿',
  'staff imports undo': '撤销导入',
  'staff fact-checks draw': '抽取这个月抽查的资料',
  'staff fact-checks record': '记录抽查的结果',
  'staff facts accept': '采用由校名和地址得出的资料',
  'drafts return': '没有定时发布，改回草稿（自动）',
  'staff add': '添加成员（命令）',
  'staff reset': '重置成员的动态码（命令）',
  import: '导入（命令）',
  'import --undo': '撤销导入（命令）',
  'export content': '导出内容',
  'export audit': '导出操作记录',
  'export leads': '导出线索',
  'export checkins': '导出签到',
  'export questions': '导出提问',
  'kiosk pair': '生成设备配对码（命令）',
  'kiosk revoke': '停用签到设备（命令）',
  'kiosk import': '导入来宾名单（命令）',
  'kiosk paper': '打印纸质名单（命令）',
  'kiosk wipe': '删除活动的姓名和电话（命令）',
  'kiosk undo': '撤销签到（命令）',
  'kiosk correct guest': '更正来宾（命令）',
  'kiosk remove guest': '移出来宾名单（命令）',
  sample: '装入示例数据（命令）',
  backup: '备份',
  'backup try': '试着恢复备份',
  restore: '恢复备份',
  move: '迁移数据',
  rekey: '更换密钥',
}

/** The choices of the filter, by command. */
export const commandChoices = Object.entries(commandTexts).map(([value, label]) => ({ value, label }))

/** What was done, in Chinese where it is known. */
export function commandText(command: string): string {
  return commandTexts[command] ?? command
}

/** Whether a command is one of the site itself, which nobody gave. */
export function isAutomatic(command: string): boolean {
  return command === 'drafts return'
}

const recordTexts: Readonly<Record<string, string>> = {
  staff: '成员',
  school: '学校',
  lead: '线索',
  news: '资讯',
  open_day: '开放日',
  question: '提问',
  correction: '纠错',
  event: '活动',
  guest: '来宾',
  device: '设备',
  import: '导入',
  draft: '草稿',
  act: '操作',
  picture: '图片',
  job: '任务',
}

/** The choices of the filter by kind of record. */
export const kindChoices = Object.entries(recordTexts).map(([value, label]) => ({ value, label }))

/** A record such as `school:12` as 学校 12. */
export function recordText(record: string): string {
  const [kind = '', ...id] = record.split(':')
  return `${recordTexts[kind] ?? kind} ${id.join(':')}`.trim()
}

/** Chinese names of changed fields. */
export const fieldNames: Readonly<Record<string, string>> = {
  name: '姓名',
  phone: '手机号',
  role: '角色',
  school: '学校',
  closed: '停用',
  state: '状态',
  assignee: '顾问',
  outcome: '联系结果',
  finding: '核对的结果',
  next_contact: '下次联系',
  note: '备注',
  transferred: '转给学校',
  closed_at: '结束的时间',
  body: '公开的文字',
  originalBody: '原文',
  answer: '回答',
  refusalReason: '不公开的原因',
  joinedTo: '合并到',
  title: '标题',
  startsAt: '开始',
  endsAt: '结束',
  bookingClosesAt: '截止预约',
  place: '地点',
  description: '说明',
  capacity: '名额',
  cityCode: '城市',
  schoolId: '学校',
  cancelledAt: '取消时间',
  cancelReason: '取消原因',
  removal_reason: '移出候补的原因',
  party_size: '人数',
  organisation: '单位',
  booth: '展位',
  ticket: '入场码',
  openDayId: '开放日',
  withdrawnAt: '撤下的时间',
  withdrawn_at: '撤下的时间',
  second_factor: '动态码',
  recovery_codes: '恢复码',
  lead_digest: '新线索短信',
}

/** Chinese names of details. */
export const detailNames: Readonly<Record<string, string>> = {
  by: '方式',
  network: '网络',
  device: '设备',
  enrolled: '第一次设置动态码',
  session: '登录',
  folder: '文件夹',
  references: '编号',
  kept: '保持原样的',
  act: '操作',
  numbers: '编号',
  event: '活动',
  guest: '预约',
  id: '编号',
  until: '到',
  at: '联系的时间',
  open_day: '开放日',
  notified: '通知人数',
  seated: '候补补上人数',
  kind: '类型',
  added: '新增',
  changed: '修改',
  unchanged: '没有变化',
  name: '名称',
  school: '学校',
  reason: '原因',
  row: '内容',
  files: '文件',
  from: '换到的网络',
  bound: '原来的网络',
  since: '从',
  format: '格式',
  todo: '只看要通知的',
  madeAt: '备份的时间',
  keyId: '密钥编号',
  previousId: '原来的密钥编号',
}

const wordTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: staffRoleNames,
  by: { totp: '动态码', recovery: '恢复码', schedule: '定时' },
  outcome: Object.fromEntries([...leadOutcomes, ...leadClosings].map(({ slug, label }) => [slug, label])),
  cityCode: Object.fromEntries(cities.map(({ code, name }) => [code, name])),
  kind: Object.fromEntries(guestKinds.map(({ slug, label }) => [slug, label])),
  format: { csv: 'CSV', jsonl: 'JSON' },
  act: Object.fromEntries(
    Object.values(batchLists).flatMap(({ acts }) => acts.map(({ slug, label }) => [slug, label])),
  ),
}

/** States by the kind of record that has them. */
const stateTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lead: leadStateNames,
  question: questionStateNames,
  correction: correctionStateNames,
}

const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** The value of a field or detail of a record, in Chinese where it is a word of the contract, a time, or a row of content. */
export function fieldValueText(field: string, value: unknown, record?: string): string {
  const text = valueText(value)
  if (isMoment.test(text)) return momentText(text)
  if (field === 'state') return stateTexts[record?.split(':')[0] ?? '']?.[text] ?? text
  if (field === 'kind' && record?.startsWith('job:') === true) return jobKindText(text)
  if (field === 'row') return rowText(text)
  return wordTexts[field]?.[text] ?? text
}

/** A row of content such as `news:12` as 资讯 12. */
function rowText(row: string): string {
  const [kind = '', id = ''] = row.split(':')
  return `${contentKinds.find(({ slug }) => slug === kind)?.label ?? kind} ${id}`.trim()
}
