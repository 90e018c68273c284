import type { Pooled } from './pool.ts'

const k = ['kindergarten'] as const
const p = ['primary'] as const
const m = ['middle'] as const
const h = ['high'] as const
const fee = ['international', 'bilingual', 'private'] as const
const foreign = ['foreign'] as const

/** Whom a school takes and how many. */
export const intake: readonly Pooled<string>[] = [
  [
    '[year] 年秋季招收小班新生，满三周岁即可报名，中班、大班有少量补录。混龄活动多，年龄在月份上差几个月不必担心。',
    { from: k, kinds: fee },
  ],
  [
    '主要收{三岁到六岁|三至六周岁}的孩子入园，其余年级视空位招生。双胞胎可以分班也可以同班，由家长决定，一学期后还能再调。',
    { from: k, kinds: fee },
  ],
  [
    '小班每年九月入园，次年二月有第二次机会。不要求孩子会说英文，只希望他能在大人离开后，慢慢地信任另一个大人。',
    { from: k, kinds: fee },
  ],
  [
    '各年级均可报名，学位最多的是小班与一年级。在读学生的弟弟妹妹有两周的优先期，过后一视同仁。',
    { from: k, kinds: fee },
  ],
  [
    '[year]—[nextYear] 学年开放小班、一年级和七年级的整班招生，另有插班空额每季度公布一次。户籍不限，非本市户籍请先了解学籍要求。',
    { from: k, to: ['middle', 'high'], kinds: fee },
  ],
  [
    '面向持外国护照的适龄儿童，港澳台居民子女按现行规定办理。申请时需提供孩子与至少一位监护人的证件，签证类型可以先来电核对。',
    { from: k, kinds: foreign },
  ],
  [
    '全年滚动招生，对象为在[city]工作、居住的外籍人员子女。满额的年级会进入候补名单，{平均等候两到四个月|等候时间多在一个学期以内}。',
    { from: k, kinds: foreign },
  ],
  [
    '一年级为主要入口，[year] 年秋季计划开三个班，另在[junior]扩招两个班。须年满六周岁，身体能够适应集体生活。',
    { from: p, kinds: fee },
  ],
  [
    '每年招收一年级新生，二至五年级只补退转空额。报名不分先后，{截止之后统一安排见面|报名期内交表的机会一样}。',
    { from: p, kinds: fee },
  ],
  [
    '面向全市招收[lower]新生，寄宿、走读都可以选，开学一个月内能换。六年级与毕业年级原则上不收插班。',
    { from: p, kinds: fee, boarding: 'optional' },
  ],
  [
    '小学起始年级与初中起始年级同时招生，同校直升的学生保留学位到三月底。剩余名额四月一日在官网公布，逐日更新。',
    { from: p, kinds: fee },
  ],
  [
    '[year] 年秋季一年级学位约一百二十个，其中走读占七成。我们更看重家庭是否认同办学方式，欢迎先旁听一节课再决定。',
    { from: p, kinds: ['bilingual', 'private'], boarding: 'optional' },
  ],
  [
    '招收一至八年级学生，英文水平不作门槛，会按程度分组。外地转入的家庭请留出至少三周办理学籍。',
    { from: p, kinds: fee },
  ],
  [
    '一年级报名须符合当年民办学校招生政策，超额时按规定随机录取。其余年级有空位即开放申请，结果十天内答复。',
    { from: p, kinds: ['bilingual', 'private'] },
  ],
  [
    '起始年级招收八十到一百人，{男女比例大致均衡|不刻意平衡男女比例}。父母一方为本校教职工的孩子另有名额，不占公开学位。',
    { from: p, kinds: fee },
  ],
  [
    '接收外籍学生就读小学至高中，课堂语言为英语，另设中文必修。申请人须持有效外国护照和在华居留证件。',
    { from: p, kinds: foreign },
  ],
  [
    '[junior]与[senior]是两个主要入口，其余年级视空额补录。英文能支撑阅读教材即可，口音和考级都不在考察之列。',
    { from: m, kinds: fee },
  ],
  [
    '面向应届小学和初中毕业生招生，全员住校，周末可以回家。{来自外地的学生占三成左右|外地学生大约占三成}，每逢长假有老师送站。',
    { from: m, kinds: fee, boarding: 'full' },
  ],
  [
    '[junior]、[senior]各招四个班，另设国际方向衔接班一个。已有海外学习经历的[kid]，请附上最近两年的成绩单与课程说明。',
    { from: m, kinds: fee },
  ],
  [
    '招收初中阶段至高中阶段各年级，春秋两季入学。申请人需要自己写一封信，告诉我们最近在为什么事情着急或高兴。',
    { from: m, kinds: fee },
  ],
  [
    '每年招收初中毕业生和[senior]在读学生，应往届不限。数学与英文有一门特别好、另一门还在路上，也欢迎来聊。',
    { from: h, kinds: fee },
  ],
  [
    '招收完成九年级学业的学生，秋季为主，春季另有十来个学位。户籍与国籍不限，{须有监护人在国内|需要一位在国内的监护人}。',
    { from: h, kinds: fee },
  ],
  [
    '[lower]计划招收六十人左右，国内课程与国际课程方向各占一半，入学一学期后可以申请互换一次。',
    { from: h, kinds: fee },
  ],
  [
    '面向应届初中毕业生，须参加当年[city]中考报名。[upper]起有少量转入名额，要求学分可以转换。',
    { from: h, kinds: fee },
  ],
  [
    '按照[city]当年高中阶段学校招生政策统一录取，学校不另设考试，不接受任何形式的预录取。自主招生的项目和名额以教育部门公布为准。',
    { from: h, kinds: ['public'] },
  ],
  [
    '小学一年级、初中一年级按区教育部门划定的学区和积分政策招生，报名在统一平台进行，学校不收取任何报名费用。',
    { from: p, kinds: ['public'] },
  ],
]
