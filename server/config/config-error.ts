/** A setting that cannot be used, by its variable, and what it should be, for the operator. */
export type ConfigProblem = { variable: string; what: string }

/** The configuration cannot be used: the start is refused. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(problems: readonly ConfigProblem[]) {
    super(`配置有误：${problems.map(({ variable, what }) => `${variable}：${what}`).join('；')}`)
  }
}

/** Refuses one variable. */
export function failConfig(variable: string, what: string): never {
  throw new ConfigError([{ variable, what }])
}

/** A variable that is missing although others are set that need it. */
export function togetherWith(...others: readonly string[]): string {
  return `要和 ${others.join('、')} 一起设置`
}
