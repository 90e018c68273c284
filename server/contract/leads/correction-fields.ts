import type { Term } from '../vocabulary.ts'

/** What of a school can be reported as wrong: groups of facts, in the order of its page; the last one is anything else. */
export const correctionFields = [
  { slug: 'names', label: '校名、别名' },
  { slug: 'state', label: '停办、停招或改名' },
  { slug: 'tuition', label: '学费' },
  { slug: 'fees', label: '其他费用' },
  { slug: 'entry', label: '招生对象和入学条件' },
  { slug: 'dates', label: '报名日期和开放日' },
  { slug: 'stages', label: '学段、课程和办学类型' },
  { slug: 'boarding', label: '住校' },
  { slug: 'size', label: '班级、在校生和师生比' },
  { slug: 'people', label: '师资、毕业生' },
  { slug: 'address', label: '地址和区域' },
  { slug: 'contact', label: '电话和官网' },
  { slug: 'photos', label: '图片' },
  { slug: 'texts', label: '简介、动态和问答' },
  { slug: 'other', label: '其他' },
] as const satisfies readonly Term[]

/** The words of the consent to be called about a report. */
export const correctionConsentText = '同意你们打这个电话，只为核实和答复这条纠错'
