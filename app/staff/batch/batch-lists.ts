import type { UndoableAct } from '#server/contract/staff/acts/undoable-acts.ts'
import { leadClosings } from '#server/contract/staff/lead-terms.ts'
import type { StaffRight } from '#server/contract/staff/roles.ts'
import { leadsPath } from '../paths.ts'

/** What may be done with several records of a list. */
export type ListedAct = {
  slug: string
  right: StaffRight
  /** The button, and what has been done: 分配、已分配. */
  label: string
  done: string
  /** The question before it is done to so many. */
  question: (count: number) => string
  /** What happens then, and what does not. */
  text: string
  isDanger?: boolean
  /** A select that it needs; without `choices` those that the page loads. */
  choice?: { name: string; label: string; choices?: readonly Choice[] }
  /** Whether a file answers it. */
  isFile?: boolean
}

type Choice = { value: string; label: string }

/** A list whose records are chosen by boxes. */
export type BatchList = {
  /** Its acts, as they can be undone. */
  kind: UndoableAct
  title: string
  path: string
  unit: string
  acts: readonly ListedAct[]
}

const closings = leadClosings.map(({ slug, label }) => ({ value: slug, label }))

const leads: BatchList = {
  kind: 'lead_batch',
  title: '线索',
  path: leadsPath,
  unit: '条',
  acts: [
    {
      slug: 'assign',
      right: 'leads.write',
      label: '分配',
      done: '已分配',
      question: (count) => `把 ${count} 条线索分配给谁？`,
      text: '分给别的顾问以后，由他联系，您不再看到这些线索。',
      choice: { name: 'advisor', label: '顾问' },
    },
    {
      slug: 'transfer',
      right: 'leads.write',
      label: '转给学校',
      done: '已转给学校',
      question: (count) => `把 ${count} 条线索转给学校？`,
      text: '每条转给家长授权的那所学校。学校的成员从此可以显示家长的姓名和电话，每次显示都会留下记录；学校看过以后不能撤销。',
      isDanger: true,
    },
    {
      slug: 'close',
      right: 'leads.write',
      label: '不再联系',
      done: '已结束',
      question: (count) => `不再联系 ${count} 条线索的家长？`,
      text: '不再有人为这些申请联系家长，家长在“我的申请”里看到“已结束”。以后联系上了，记下结果就重新打开。',
      isDanger: true,
      choice: { name: 'reason', label: '原因', choices: closings },
    },
    {
      slug: 'export',
      right: 'exports.records',
      label: '导出',
      done: '已导出',
      question: (count) => `导出 ${count} 条线索？`,
      text: '文件里有家长的姓名和电话，已取消或撤回授权的除外。谁在什么时候导出了哪些，都写进“记录”。',
      isFile: true,
    },
  ],
}

/** All such lists, as addresses name them. */
export const batchLists: Readonly<Record<string, BatchList>> = { leads }
