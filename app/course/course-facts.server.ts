/** The facts of a curriculum that parents compare first. */
export type CourseFacts = { ages: string; marks: string; leads: string }

const facts = new Map<string, CourseFacts>([
  [
    'ib',
    {
      ages: '幼儿园到高中，文凭项目为最后两年',
      marks: '六门课加论文与活动，满分 45 分',
      leads: '世界各地的大学，也看内部评估',
    },
  ],
  [
    'alevel',
    {
      ages: '高中最后两年',
      marks: '三到四门单科考试，A* 到 E',
      leads: '英国、香港、新加坡等，各国普遍接受',
    },
  ],
  ['igcse', { ages: '约 14–16 岁，两年', marks: '七到十门单科考试', leads: '升入 A‑Level 或 IB 文凭项目' }],
  [
    'ap',
    {
      ages: '高中，单科选修',
      marks: '每年五月统考，每科 1 到 5 分',
      leads: '以美国为主，需搭配一套高中课程',
    },
  ],
  [
    'american',
    { ages: '幼儿园到高中', marks: '学分制，平时成绩合成绩点', leads: '美国与其他看重平时成绩的大学' },
  ],
  [
    'canadian',
    { ages: '高中两到三年', marks: '省级课程，平时成绩比重高', leads: '获省高中文凭，申请加拿大及各国大学' },
  ],
  [
    'australian',
    { ages: '高中两到三年', marks: '校内评估加毕业考试，换算成排名', leads: '澳大利亚、新西兰及各国大学' },
  ],
  ['dse', { ages: '高中三年', marks: '四门核心加两到三门选修', leads: '香港、澳门与部分内地、海外大学' }],
  ['national', { ages: '小学到高中', marks: '中考、学业水平考试与高考', leads: '国内大学；转轨需留意衔接' }],
])

/** The facts of a curriculum by its slug; undefined for other slugs. */
export function courseFactsOf(curriculum: string | undefined): CourseFacts | undefined {
  return curriculum === undefined ? undefined : facts.get(curriculum)
}
