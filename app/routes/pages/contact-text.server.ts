import { cooperationPath, leadPath, orderPath, privacyPath } from '#app/paths.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import type { TextSection } from './text-section.ts'

type Operator = Partial<NonNullable<AppLoadContext['site']>>

const links = [
  { href: orderPath({ orderType: 'consult' }), label: '填表联系我们' },
  { href: leadPath('cancel'), label: '用编号取消申请' },
  { href: cooperationPath, label: '商务合作' },
  { href: privacyPath, label: '隐私政策' },
]

/** Sections of the page 联系我们; where neither phone nor email is configured, the form comes first. */
export function contactSections({ advisors, phone, email, reports }: Operator): TextSection[] {
  const subjects: TextSection = {
    id: 'which',
    heading: '什么事可以找我们',
    points: [
      ...(advisors !== undefined
        ? ['择校咨询：填表后本站的工作人员联系您；选了希望怎么联系的，按您选的来。']
        : []),
      '学校资料有误：打开那所学校的页面，点“资料纠错”，核实以后更正。',
      '个人信息：查询、更正、撤回与删除，见隐私政策里的“您的权利和行使方式”；要求解释或投诉，填表写明。',
    ],
  }
  const ways = [
    ...(phone === undefined ? [] : [`电话 ${phone}`]),
    ...(email === undefined ? [] : [`邮箱 ${email}`]),
  ]
  const report: TextSection = {
    id: 'report',
    heading: '违法和不良信息举报',
    paragraphs: [
      ...(ways.length === 0 ? [] : [`向本站举报：${ways.join('，')}。`]),
      ...(reports === undefined ? [] : [`${reports}。`]),
      '请写明是哪一页、哪一句。涉及未成年人的，也请写明。',
      '也可以向中央网信办违法和不良信息举报中心举报，电话 12377。',
    ],
    links: [{ href: 'https://www.12377.cn/', label: '12377 举报中心' }],
  }
  if (ways.length > 0) return [{ ...subjects, links }, report]
  const form: TextSection = {
    id: 'form',
    heading: '留言',
    paragraphs: ['留下电话，在留言里写明什么事，本站的工作人员联系您；选了希望怎么联系的，按您选的来。'],
    links,
  }
  return [form, subjects, report]
}
