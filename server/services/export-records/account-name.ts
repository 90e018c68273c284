import os from 'node:os'

/** The account on the machine that this process runs under; its number when it has no name. */
export function accountName(): string {
  try {
    return os.userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
