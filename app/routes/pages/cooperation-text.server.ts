import { contactPath, orderPath } from '#app/paths.ts'
import type { TextSection } from './text-section.ts'

/** Sections of the page about cooperation: what the site can show and do, without promises of its operator. */
export const cooperationSections: TextSection[] = [
  {
    id: 'ways',
    heading: '合作方式',
    table: {
      head: ['合作', '适合谁', '网站上能做什么'],
      rows: [
        ['完善学校资料', '各类学校', '学费、师资、招生和校园照片，写明来源与日期'],
        ['发布开放日', '学校、园区', '上架日历、接受预约、现场签到，名额随时可调'],
        ['线下择校活动', '学校、社区、企业', '签到和参展名单，活动后统计到场人数，不提供家长名单'],
        ['专题推广', '学校', '专题页与横幅，一律标“广告”，不影响榜单与列表'],
        ['内容与数据', '媒体、研究机构', '引用榜单与统计，注明来源与年份'],
      ],
    },
  },
  {
    id: 'rules',
    heading: '网站的规则',
    points: [
      '列表的先后和没有标“广告”的榜单不接受付费。',
      '只有家长单独同意，才把这一次预约交给对应的学校。',
      '推广内容须符合广告法与教育部门的规定。',
    ],
  },
  {
    id: 'how',
    heading: '怎样开始',
    points: ['留下姓名、电话和想做的事。需要合同与发票的，请在留言里写明单位全称。'],
    links: [
      { href: orderPath({ orderType: 'cooperation' }), label: '填写合作意向' },
      { href: contactPath, label: '联系我们' },
    ],
  },
]
