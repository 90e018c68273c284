import type { Template } from '../template.ts'

/** Texts of the route `schoolAdmissions`. */
export const schoolAdmissionsTemplate: Template = {
  title: '{school}招生_{extra3}_{year}学费与入学流程',
  keywords: '{school}招生,{school}学费,{school}入学考试,{school}报名',
  description:
    '{school}({extra3}){year}招生对象、入学流程、考核内容、学费与一年总费用{extra1},以及近期开放日。',
}
