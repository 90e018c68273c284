/** What a parent can consent to; each stands alone, unticked, and can be withdrawn. */
export const consentPurposes = ['contact', 'guardian', 'marketing', 'checkin'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** Version of the texts below; raise it with every change of a word. */
export const consentVersion = '2026-11-21'

const texts: Readonly<Record<ConsentPurpose, (recipient: string) => string>> = {
  contact: (recipient) => `同意将姓名、电话和孩子年级提供给【${recipient}】，仅用于就本次申请与我联系`,
  guardian: (recipient) =>
    `我是孩子的监护人，同意按《儿童个人信息处理规则》处理孩子的学段和年级，提供给【${recipient}】用于答复本次申请`,
  marketing: (recipient) => `愿意收到【${recipient}】的开放日和招生通知（选填，不勾选不影响本次申请）`,
  checkin: (recipient) => `同意【${recipient}】为本次活动签到处理我的姓名和电话`,
}

/** The words beside a consent's box; `recipient` is the school, or the operator's name. */
export function consentText(purpose: ConsentPurpose, recipient: string): string {
  return texts[purpose](recipient)
}
