import { namesOf } from '../catalogue/typed-records.ts'

const minute = 60_000
const hour = 60 * minute

/** What runs by the clock, in the order of the staff area's page: its name there and the time from its end to its next start, in ms. */
export const timedTasks = {
  retention: { label: '清理过期数据', everyMs: hour },
  open_day_notices: { label: '开放日变化的通知', everyMs: minute },
  ticket_messages: { label: '发入场码', everyMs: minute },
  reminders: { label: '开放日前一天的提醒短信', everyMs: minute },
  person_indexes: { label: '按姓名和电话查找的索引', everyMs: hour },
  drafts: { label: '定时发布', everyMs: minute },
  stale_facts: { label: '过期的资料退出排序和筛选', everyMs: hour },
  uploaded_pictures: { label: '删除没有用到的图片', everyMs: minute },
  lead_notifications: { label: '新线索提醒', everyMs: minute },
  lead_digests: { label: '新线索短信', everyMs: minute },
} as const

export type TimedTaskName = keyof typeof timedTasks

export const timedTaskNames: readonly TimedTaskName[] = namesOf(timedTasks)
