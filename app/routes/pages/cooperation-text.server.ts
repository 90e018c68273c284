import { contactPath, orderPath } from '#app/paths.ts'
import type { TextSection } from './text-section.ts'

/** Sections of the page about cooperation. */
export const cooperationSections: TextSection[] = [
  {
    id: 'ways',
    heading: '合作方式',
    table: {
      head: ['合作', '适合谁', '我们做什么', '收费'],
      rows: [
        ['完善学校资料', '各类学校', '提供表格与核对，更新学费、师资、招生和校园照片', '不收费'],
        ['发布开放日', '学校、园区', '上架日历、接受预约、现场签到，名额随时可调', '不收费'],
        [
          '线下择校活动',
          '学校、社区、企业',
          '布置签到、安排参展学校，活动后提供到场人数统计，不提供家长名单',
          '按场次',
        ],
        ['专题推广', '学校', '专题页与横幅，一律标“广告”，不影响榜单与列表', '按周期'],
        ['内容与数据', '媒体、研究机构', '引用榜单与统计，注明来源与年份', '不收费'],
      ],
    },
  },
  {
    id: 'rules',
    heading: '我们的原则',
    points: [
      '名次不出售：列表的“推荐”排序和没有标“广告”的榜单不接受付费。',
      '家长的信息不出售：只有家长单独同意，才把这一次预约交给对应的学校。',
      '不承诺录取、不发布升学率，推广内容须符合广告法与教育部门的规定。',
      '学校对自己提交的内容负责，编辑有权要求出示依据。',
    ],
  },
  {
    id: 'how',
    heading: '怎样开始',
    points: [
      '留下姓名、电话和想做的事，本站的工作人员联系您。',
      '资料类合作当周可以上线，活动类建议提前一个月。',
      '需要合同与发票的，请在留言里写明单位全称。',
    ],
    links: [
      { href: orderPath({ orderType: 'cooperation' }), label: '填写合作意向' },
      { href: contactPath, label: '联系我们' },
    ],
  },
]
