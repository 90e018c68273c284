/** Where a command was given: its words, the folder that relative paths start from, and the ears for what it says. */
export type CommandCall = {
  args: readonly string[]
  /** Absolute path of the caller's working folder. */
  cwd: string
  /** Shows one line to the operator. */
  print: (line: string) => void
  /** Aborted when the operator gives up. */
  signal: AbortSignal
}

/** A command of the operator; resolves with its exit code. */
export type OperatorCommand = (call: CommandCall) => Promise<number>
