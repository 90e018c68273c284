import { cooperationPath, leadPath, orderPath, privacyPath } from '#app/paths.ts'
import type { TextSection } from './text-section.ts'

const links = [
  { href: orderPath({ orderType: 'consult' }), label: '填表联系我们' },
  { href: leadPath('cancel'), label: '用编号取消申请' },
  { href: cooperationPath, label: '商务合作' },
  { href: privacyPath, label: '隐私政策' },
]

/**
 * Sections of the page 联系我们; where neither phone nor email is configured, the form comes first. `isAdvised`: whether the
 * operator has advisors.
 */
export function contactSections(isReachable: boolean, isAdvised: boolean): TextSection[] {
  const subjects: TextSection = {
    id: 'which',
    heading: '什么事可以找我们',
    points: [
      ...(isAdvised ? ['择校咨询：填表后本站的工作人员联系您；选了希望怎么联系的，按您选的来。'] : []),
      '学校资料有误：打开那所学校的页面，点“资料纠错”，核实以后更正。',
      '个人信息：查询、更正、撤回与删除，见隐私政策里的“您的权利和行使方式”；要求解释或投诉，填表写明。',
    ],
  }
  if (isReachable) return [{ ...subjects, links }]
  const form: TextSection = {
    id: 'form',
    heading: '留言',
    paragraphs: ['留下电话，在留言里写明什么事，本站的工作人员联系您；选了希望怎么联系的，按您选的来。'],
    links,
  }
  return [form, subjects]
}
