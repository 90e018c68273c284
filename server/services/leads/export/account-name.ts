import os from 'node:os'

/** The operating system account of this process; its number when it has no name. */
export function accountName(): string {
  try {
    return os.userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
