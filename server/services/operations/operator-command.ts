import { DatabaseError } from 'pg'
import { z } from 'zod'

/** The call of a command: arguments, working folder, output and signal. */
export type CommandCall = {
  args: readonly string[]
  /** Absolute path of the caller's working folder. */
  cwd: string
  /** The operator's account on the machine, when the caller names it. */
  operator?: string | undefined
  /** Prints one line for the operator. */
  print: (line: string) => void
  /** Aborted when the operator cancels. */
  signal: AbortSignal
  /** The moment of the call; absent: that of the machine's clock. */
  now?: Date | undefined
}

/** A command of the operator; resolves with its exit code. */
export type OperatorCommand = (call: CommandCall) => Promise<number>

/** Runs a command; a failure is printed, and the exit code is 1. `onFailure` gets the error. */
export async function runCommand(
  command: OperatorCommand,
  call: CommandCall,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  try {
    return await command(call)
  } catch (error) {
    call.print(call.signal.aborted ? '已中止' : `命令失败：${reasonOf(error)}`)
    onFailure(error)
    return 1
  }
}

/** The innermost cause in one line: outer messages repeat whole statements with their values. */
export function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  if (!(inner instanceof Error)) return String(inner)
  const known = systemErrorText(inner)
  if (known !== undefined) return known
  const where = inner instanceof DatabaseError && inner.constraint ? ` (${inner.constraint})` : ''
  return `${inner.message.split('\n')[0] ?? ''}${where}`.slice(0, 500)
}

const systemErrorSchema = z.object({
  code: z.string(),
  path: z.string().optional(),
  address: z.string().optional(),
  port: z.number().optional(),
})

/** Message for errors of files and connections that an operator can fix; undefined for others. */
export function systemErrorText(error: Error): string | undefined {
  // A host name with several addresses fails with an AggregateError.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { data } = systemErrorSchema.safeParse(first)
  if (data?.code === 'EEXIST') return `${data.path ?? '这个文件'} 已经在那里：请换一个名字，或先把它移走`
  if (data?.code === 'ENOSPC') return '磁盘已满：数据或要写的文件所在的磁盘没有空间了，请先腾出空间，再试一次'
  if (data?.code === 'ECONNREFUSED') {
    const where = data.address === undefined ? (data.path ?? '') : `${data.address}:${data.port ?? ''}`
    return `连不上 ${where}：那里没有程序在运行，或地址写错了`
  }
  return undefined
}
