import type { Config } from '../config.ts'

/** A variable that is not set, and what the site lacks without it, in Chinese. */
export type MissingSetting = { variable: string; lack: string }

/** The variables that a public site should have and this one has not, worst first: what the law asks for, then what visitors miss. */
export function missingSettings({
  maps,
  securityContact,
  site,
  sms,
}: Pick<Config, 'maps' | 'securityContact' | 'site' | 'sms'>): MissingSetting[] {
  const wanted: [isSet: boolean, variable: string, lack: string][] = [
    [site.company !== undefined, 'SITE_COMPANY', '隐私政策没有写明处理个人信息的是哪家单位'],
    [site.address !== undefined, 'SITE_ADDRESS', '隐私政策和联系我们没有运营者的地址'],
    [
      site.phone !== undefined || site.email !== undefined,
      'SITE_PHONE',
      '家长没有电话或邮箱可以联系，行使权利只能填表',
    ],
    [site.icp !== undefined, 'SITE_ICP', '页脚没有 ICP 备案号'],
    [site.police !== undefined, 'SITE_POLICE', '页脚没有公安备案号'],
    [
      site.police === undefined || site.policeBadge !== undefined,
      'SITE_POLICE_BADGE',
      '公安备案号前没有备案图标',
    ],
    [site.creditCode !== undefined, 'SITE_CREDIT_CODE', '页脚没有营业执照的统一社会信用代码'],
    [site.telecom !== undefined, 'SITE_TELECOM', '页脚没有增值电信业务经营许可证号：经营性网站要有'],
    [site.reports !== undefined, 'SITE_REPORTS', '页脚没有写举报什么时候受理、多久答复'],
    [securityContact !== undefined, 'SECURITY_CONTACT', '发现安全问题的人不知道告诉谁：没有 security.txt'],
    [sms.sender !== 'console', 'SMS', '验证码只写在日志里，家长登录不了，也收不到通知'],
    [maps !== undefined, 'MAPS_KEY', '定位只能按内置的表猜城市'],
    [site.checking !== undefined, 'SITE_CHECKING', '关于我们没有写资料怎样核对、纠错多久答复'],
    [site.advisors !== undefined, 'SITE_ADVISORS', '没有择校顾问的页面，也不提供不针对某一所学校的咨询'],
  ]
  return wanted.flatMap(([isSet, variable, lack]) => (isSet ? [] : [{ variable, lack }]))
}
