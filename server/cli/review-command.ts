import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { questionText, usualSignature } from '#server/contract/staff/questions.ts'
import { findPendingQuestions, findSubmitter } from '#server/db/content/review-questions.ts'
import { createCellDecrypter } from '#server/services/export-records/records.ts'
import { reviewQuestion, type Decision, type Reviewed } from '#server/services/questions/review-question.ts'
import { reviewCorrections, reviewCorrectionsUsage } from './review-corrections.ts'
import type { OperatorCommand } from '#server/services/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const usage = [
  '用法: npm run review                            列出待审核的提问',
  '      npm run review -- show 编号               公开',
  '      npm run review -- show 编号 --contact     只看提问人的称呼和电话（用来核实问题，会留下记录），提问不变',
  '      npm run review -- refuse 编号 [--reason "原因"]  不公开；原因写给提问人',
  '      npm run review -- answer 编号 "回答" [--by 署名] [--replace]  回答并公开；--replace 替换已有的回答',
  '      npm run review -- edit 编号 "文字"        改提问的文字（例如去掉姓名），原文留存',
  ...reviewCorrectionsUsage,
]

const id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
const call = z.union([
  z.tuple([]).transform(() => undefined),
  z.tuple([z.literal('show'), id]).transform(([, question]) => ({ question, decision: shown })),
  z.tuple([z.literal('refuse'), id]).transform(([, question]) => ({ question, decision: refused })),
  z
    .tuple([z.literal('answer'), id, questionText])
    .transform(([, question, answer]) => ({ question, decision: { kind: 'answer' as const, answer } })),
  z
    .tuple([z.literal('edit'), id, questionText])
    .transform(([, question, body]) => ({ question, decision: { kind: 'edit' as const, body } })),
])
const shown = { kind: 'show' } as const
const refused = { kind: 'refuse' } as const

/**
 * `review [show|refuse|answer|edit ID ["text"]]`, `review show ID --contact`, `review corrections …`: exit code 0
 * when done, 1 for an unknown question, 2 for a wrong call.
 */
export function reviewCommand(connection: DatabaseConnection, personal: PersonalData): OperatorCommand {
  return async ({ args, print }) => {
    if (args[0] === 'corrections') {
      const exit = await reviewCorrections({ connection, personal }, args.slice(1), print)
      if (exit === 2) usage.forEach(print)
      return exit
    }
    const called = readCall(args)
    if (called === undefined) {
      usage.forEach(print)
      return 2
    }
    if (called.wanted === undefined) {
      await list(connection, print)
      return 0
    }
    const { question, decision } = called.wanted
    if (called.contact) return printSubmitter(connection, personal, question, print)
    const whole = decisionOf(decision, called)
    const done = await reviewQuestion(connection, question, whole, { now: new Date() })
    print(outcomeLine(question, whole, done))
    return done === 'done' ? 0 : 1
  }
}

type Called = NonNullable<ReturnType<typeof readCall>>

function decisionOf(
  decision: NonNullable<Called['wanted']>['decision'],
  { by, replace, reason }: Called,
): Decision {
  if (decision.kind === 'answer') return { ...decision, by, replace }
  return decision.kind === 'refuse' ? { ...decision, reason } : decision
}

function outcomeLine(question: number, { kind }: Decision, done: Reviewed): string {
  if (done === 'answered') return `提问 ${question} 已有回答，没有改动；要替换它，请加 --replace`
  if (done !== 'done') return `没有提问 ${question}`
  if (kind === 'edit') return `提问 ${question}: 文字已改，原文留存`
  return `提问 ${question}: ${kind === 'refuse' ? '不公开' : '已公开'}`
}

/** Prints the author of a question; the form promises that name and phone are used for verifying the question only. */
async function printSubmitter(
  { db }: DatabaseConnection,
  personal: PersonalData,
  id: number,
  print: (line: string) => void,
): Promise<number> {
  const submitter = await findSubmitter(db, id)
  if (submitter === undefined) {
    print(`没有提问 ${id}`)
    return 1
  }
  const open = createCellDecrypter(personal)
  const contact = [open(submitter.nameCipher), open(submitter.phoneCipher)].filter((part) => part !== '')
  print(`提问 ${id}: ${submitter.body.replaceAll(/\s+/g, ' ')}`)
  print(contact.length === 0 ? '没有留下称呼和电话' : `提问人 ${contact.join('  ')}（只用来核实问题）`)
  return 0
}

async function list({ db }: DatabaseConnection, print: (line: string) => void): Promise<void> {
  const pending = await findPendingQuestions(db)
  for (const { id: number, school, body, askedAt } of pending) {
    print(`${number}  ${askedAt.toISOString()}  ${school}  ${body.replaceAll(/\s+/g, ' ')}`)
  }
  print(pending.length === 0 ? '没有待审核的提问' : `共 ${pending.length} 条待审核`)
}

function readCall(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        by: { type: 'string', default: usualSignature },
        replace: { type: 'boolean', default: false },
        contact: { type: 'boolean', default: false },
        reason: { type: 'string' },
      },
      allowPositionals: true,
    })
    const { by, replace, contact, reason } = values
    if (contact && positionals[0] !== 'show') return undefined
    if (reason !== undefined && positionals[0] !== 'refuse') return undefined
    return { wanted: call.parse(positionals), by, replace, contact, reason }
  } catch {
    return undefined
  }
}
