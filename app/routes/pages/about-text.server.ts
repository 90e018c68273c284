import { advisorPath, contactPath, cooperationPath, privacyPath } from '#app/paths.ts'
import type { TextSection } from './text-section.ts'

/** Sections of the page about the site; `sample`: whether there may be sample content. */
export const aboutSections = (sample: boolean): TextSection[] => [
  {
    id: 'what',
    heading: '我们做什么',
    paragraphs: [
      '我们把深圳、广州、佛山、惠州、珠海、东莞和北京的学校放进同一张表：学费、总费用、课程、师资、班级人数、住校、招生与开放日，按同样的顺序、同样的口径写给家长看。没有公布的，就写“学校没有公布”，不替学校猜。',
    ],
  },
  {
    id: 'sources',
    heading: '信息从哪里来',
    points: [
      '学校公开的招生简章、收费公示和网站，每所学校的页面写明来源与日期。',
      '学校自己提交的资料，由编辑核对后发布。',
      '家长的提问与回答，审核之后公开，不署真实姓名。',
      ...(sample ? ['标有“示例数据”的学校、人物与数字均为虚构，仅用于演示网站的功能。'] : []),
    ],
  },
  {
    id: 'neutral',
    heading: '怎样保持中立',
    points: [
      '没有标“广告”的榜单，学校不能付费上榜，也不能付费调整名次；每份榜单公开方法、权重与数据年份。',
      '付费内容一律标“广告”，不影响列表和其他榜单的顺序。',
      '我们不发布升学率、高分人数之类的数字，也不承诺录取。',
      '停办、更名、暂停招生的学校不会消失，页面上会有醒目的说明。',
    ],
  },
  {
    id: 'access',
    heading: '无障碍',
    paragraphs: [
      '只用键盘、用读屏软件、把页面放大到两倍，或者关掉脚本，都能看完每一页、办完每件事；旧手机和省流版也一样。哪里用不了，请联系我们，写明是哪一页、用的什么设备。',
    ],
  },
  {
    id: 'wrong',
    heading: '发现错误怎么办',
    paragraphs: ['打开那所学校的页面，点“资料纠错”，写明哪一处。核实以后更正，涉及学校办学状态的优先处理。'],
    links: [
      { href: contactPath, label: '联系我们' },
      { href: advisorPath, label: '择校顾问' },
      { href: cooperationPath, label: '商务合作' },
      { href: privacyPath, label: '隐私政策' },
    ],
  },
]
