import type { OrderType } from '../catalogue/order-types.ts'
import { needsGuardian } from '../grades.ts'

/** Purposes of consent; each has its own unticked box and can be withdrawn. */
export const consentPurposes = ['contact', 'guardian', 'marketing', 'checkin'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** Version of the texts below; raise it with every change of the text. */
export const consentVersion = '2026-11-28.2'

/** Whether the text of a version of the consent to be contacted names the message. */
export function coversMessage(version: string): boolean {
  return version >= '2026-11-28'
}

/** What a form hands over beside the message. */
function handedOver(form: OrderType | undefined): string {
  return [
    '称呼',
    '电话',
    '联系方式',
    ...(form === 'order' ? ['方便的时间'] : []),
    ...(form === 'cooperation' ? [] : ['孩子年级']),
  ].join('、')
}

const texts: Readonly<Record<ConsentPurpose, (recipient: string, form?: OrderType) => string>> = {
  contact: (recipient, form) =>
    `同意把我填的${handedOver(form)}和留言告诉【${recipient}】，只用来联系我办理这次申请`,
  guardian: (recipient) =>
    `孩子未满 14 岁：我是监护人，同意【${recipient}】按《儿童个人信息处理规则》使用孩子的年级，只用于这次申请`,
  marketing: (recipient) => `也想收到【${recipient}】的开放日和招生消息（可不选）`,
  checkin: (recipient) => `同意【${recipient}】为本次活动签到处理我的姓名和电话`,
}

/** Text beside a consent's box of a form; `recipient` is the school, or the operator's name. */
export function consentText(purpose: ConsentPurpose, recipient: string, form?: OrderType): string {
  return texts[purpose](recipient, form)
}

/** Asks for a consent again that was given to another name: the one beside the box is not the one that gets the request. */
export function changedRecipientText(recipient: string): string {
  return `授权写的是【${recipient}】，请看过再勾选`
}

/** Validates the required consents of a request: a message per missing one. */
export function missingConsents(given: {
  stage?: string | undefined
  grade?: string | undefined
  contact: boolean
  guardian: boolean
}): Record<string, string> {
  return {
    ...(given.contact ? {} : { consent_contact: '请勾选同意联系' }),
    ...(needsGuardian(given.stage, given.grade) && !given.guardian
      ? { consent_guardian: '请勾选监护人同意' }
      : {}),
  }
}
