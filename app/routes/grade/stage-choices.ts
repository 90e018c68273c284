import type { Stage } from '#server/contract/vocabulary.ts'

/** Advice for one stage: ages, options, questions to ask a school. */
export type StageChoices = { ages: string; options: string; questions: string }

/** General advice for each stage; admission rules differ by city and year. */
export const stageChoices: Record<Stage, StageChoices> = {
  kindergarten: {
    ages: '约\u00a03–6\u00a0岁',
    options: '看离家距离、中外教比例与每日作息。双语幼儿园的差别主要在外语时间的长短和主班老师的稳定。',
    questions: '参观时可以问：主班老师任教几年、一个班几位老师、升小学去了哪些学校。',
  },
  primary: {
    ages: '约\u00a06–12\u00a0岁',
    options:
      '小学属于义务教育：公办和民办学校按当地教育局的规定招生，民办学校报名超过名额时电脑随机录取。外籍人员子女学校只招收符合条件的外籍学生。',
    questions: '选校前先核对户籍或居住证、学位与报名时间，再比较课程、班额和接送。',
  },
  middle: {
    ages: '约\u00a012–15\u00a0岁',
    options:
      '初中同样属于义务教育。这一阶段要想清楚三年后参加中考，还是转向国际高中：外语、数学和自主学习习惯需要提前准备。',
    questions: '可以问：课程怎样与高中衔接、是否保留中考准备、插班有哪些要求。',
  },
  high: {
    ages: '约\u00a015–18\u00a0岁',
    options:
      '先定升学方向，再定课程：IB 重综合与研究，A‑Level 选科少而深，AP 配合美式高中学分，香港 DSE 面向香港与内地高校。入学一般要考英语和数学并参加面试。',
    questions: '可以问：开哪些科目、考试成绩怎样公布、升学指导老师带多少学生、学费之外还有哪些费用。',
  },
}
