const kindTexts: Readonly<Record<string, string>> = {
  lead: '线索推送到 CRM',
  'lead-event': '线索变化通知 CRM',
  'lead-notification': '新线索提醒员工',
  'lead-digest-sms': '新线索短信',
  'open-day-sms': '开放日变化的短信',
  'ticket-sms': '入场码短信',
  'reminder-sms': '开放日前一天的提醒短信',
}

/** What a job of the outbox does, by its kind. */
export function jobKindText(kind: string): string {
  return kindTexts[kind] ?? kind
}

type Unconfigured = { kind: string; jobs: number; variable?: string | undefined }

/** What is not configured, and how many jobs wait for it. */
export function unconfiguredText(kinds: readonly Unconfigured[]): string {
  return kinds
    .map(({ kind, jobs, variable }) => {
      const missing = variable === undefined ? '' : `（缺少 ${variable}）`
      return `${jobKindText(kind)}没有配置${missing}，${jobs} 个在等`
    })
    .join('；')
}
