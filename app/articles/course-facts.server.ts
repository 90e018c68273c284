/** The facts of a curriculum that parents compare first. */
export type CourseFacts = { ages: string; assessment: string; destinations: string }

const facts = new Map<string, CourseFacts>([
  [
    'ib',
    {
      ages: '幼儿园到高中，文凭项目为最后两年',
      assessment: '六门课加论文与活动，满分 45 分',
      destinations: '世界各地的大学',
    },
  ],
  [
    'alevel',
    {
      ages: '高中最后两年',
      assessment: '三到四门单科考试，A* 到 E',
      destinations: '英国、香港、新加坡等，各国普遍接受',
    },
  ],
  [
    'igcse',
    {
      ages: '约 14–16 岁，两年',
      assessment: '七到十门单科考试',
      destinations: '升入 A‑Level 或 IB 文凭项目',
    },
  ],
  [
    'ap',
    {
      ages: '高中，单科选修',
      assessment: '每年五月统考，每科 1 到 5 分',
      destinations: '以美国为主，需搭配一套高中课程',
    },
  ],
  [
    'american',
    {
      ages: '幼儿园到高中',
      assessment: '学分制，平时成绩合成绩点',
      destinations: '美国与其他看重平时成绩的大学',
    },
  ],
  [
    'canadian',
    {
      ages: '高中两到三年',
      assessment: '省级课程，平时成绩比重高',
      destinations: '获省高中文凭，申请加拿大及各国大学',
    },
  ],
  [
    'australian',
    {
      ages: '高中两到三年',
      assessment: '校内评估加毕业考试，换算成排名',
      destinations: '澳大利亚、新西兰及各国大学',
    },
  ],
  [
    'dse',
    {
      ages: '高中三年',
      assessment: '四门主科加两到三门选修',
      destinations: '港澳、海外和部分内地大学',
    },
  ],
  [
    'national',
    { ages: '小学到高中', assessment: '中考、学业水平考试与高考', destinations: '国内大学；转轨需留意衔接' },
  ],
])

/** The facts of a curriculum by its slug; undefined for other slugs. */
export function courseFactsOf(curriculum: string | undefined): CourseFacts | undefined {
  return curriculum === undefined ? undefined : facts.get(curriculum)
}
