type IsChange = (args: readonly string[]) => boolean

const always: IsChange = () => true
const withVerb =
  (...verbs: readonly string[]): IsChange =>
  (args) =>
    args.some((word) => verbs.includes(word))
const without =
  (...flags: readonly string[]): IsChange =>
  (args) =>
    !args.some((word) => flags.includes(word.split('=', 1)[0] ?? ''))

const changes: ReadonlyMap<string, IsChange> = new Map([
  ['import', without('--dry-run', '--example', '--columns', '--runs')],
  ['kiosk', withVerb('import', 'pair', 'revoke', 'undo', 'guest', 'wipe')],
  ['move', always],
  ['push:baidu', without('--dry')],
  ['rekey', always],
  ['restore', always],
  ['sample', always],
  ['staff', withVerb('add', 'reset')],
])

/** Whether a call of an operator's command changes the site. */
export function isChange(command: string, args: readonly string[]): boolean {
  return changes.get(command)?.(args) ?? false
}
