import { termsVersion, versionText } from '#server/contract/accounts/agreed-texts.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { contactPath, methodologyPath, personalPath, privacyPath, reportPath } from '#app/paths.ts'
import type { TextSection } from './text-section.ts'

/** Sections of the terms of use between a visitor who logs in and the operator. */
export function termsSections({
  company,
  name,
}: Pick<NonNullable<AppLoadContext['site']>, 'company' | 'name'>): TextSection[] {
  return [
    {
      id: 'who',
      heading: '谁和谁的约定',
      paragraphs: [
        `这是您和${company === undefined ? name : `${name}的运营者${company}`}之间的约定，版本：${versionText(termsVersion)}。登录时勾选同意，约定开始；注销账号，约定结束。`,
        '个人信息怎样收集和使用，写在《隐私政策》里。',
      ],
      links: [{ href: privacyPath, label: '隐私政策' }],
    },
    {
      id: 'account',
      heading: '账号',
      points: [
        '用手机验证码登录，第一次登录自动注册。一个手机号码是一个账号，请用自己的手机号码。',
        '本站面向家长，不向儿童提供账号。',
        '验证码不要告诉任何人。发现别人登录了您的账号，在个人中心的“登录设备”里结束它。',
        '不想用了，在个人中心注销，不需要理由。',
      ],
      links: [{ href: personalPath(), label: '个人中心' }],
    },
    {
      id: 'facts',
      heading: '学校的资料',
      points: [
        '学校的资料供您参考，写明来源和日期，以学校公布的为准。本站不是学校，不招生，不保证录取。',
        '付费的内容标“广告”。',
        '发现有误，在那所学校的页面上点“资料纠错”。',
      ],
      links: [{ href: methodologyPath, label: '资料怎么来的' }],
    },
    {
      id: 'words',
      heading: '您写的内容',
      points: [
        '提问先审核，审核以后公开，署名一律为“一位家长”；纠错不公开。',
        '不要写法律、行政法规禁止的内容，不要侮辱、诽谤别人，不要写孩子的姓名、别人的联系方式和广告。',
        '这样的内容不公开，已经公开的撤下；没有公开的提问，在“我的提问”里写明原因。',
        '您写的仍是您的；您同意本站公开审核过的提问，直到您注销账号。',
      ],
    },
    {
      id: 'report',
      heading: '举报和争议',
      paragraphs: [
        '看到违法和不良信息，请举报。对本站的处理有意见，请联系我们；协商不成的，依照中华人民共和国法律解决。',
      ],
      links: [
        { href: reportPath, label: '怎样举报' },
        { href: contactPath, label: '联系我们' },
      ],
    },
    {
      id: 'change',
      heading: '协议的变更',
      paragraphs: ['变更会在本页公布，写明日期和版本；以后登录时，请您同意新的版本。'],
    },
  ]
}
