import { z } from 'zod'
import { correctionFields } from '#server/contract/corrections/correction-fields.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { correctionAnswer } from '#server/contract/staff/corrections.ts'
import { findCorrectionPhone, findOpenCorrections } from '#server/db/leads/corrections.ts'
import { answerCorrection } from '#server/services/corrections/answer-correction.ts'
import { createCellDecrypter } from '#server/services/export-records/records.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** Calls of `review corrections`, for the usage of `review`. */
export const reviewCorrectionsUsage = [
  '      npm run review -- corrections                       列出待核实的纠错（会留下记录）',
  '      npm run review -- corrections contact 编号           只看留下的电话（用来核实和答复，会留下记录）',
  '      npm run review -- corrections corrected 编号 "答复"   已更正；答复写给纠错的人，不公开',
  '      npm run review -- corrections unchanged 编号 "答复"   核实无误',
]

const id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
const call = z.union([
  z.tuple([]).transform(() => ({ verb: 'list' as const })),
  z.tuple([z.literal('contact'), id]).transform(([verb, number]) => ({ verb, number })),
  z
    .tuple([z.enum(['corrected', 'unchanged']), id, correctionAnswer])
    .transform(([verb, number, text]) => ({ verb, number, text })),
])

type Needs = { connection: DatabaseConnection; personal: PersonalData }
type Print = (line: string) => void

/**
 * `review corrections [contact ID | corrected|unchanged ID "answer"]`: lists reports of errors that wait, prints the
 * phone of one, or answers one. Exit code 0 when done, 1 for an unknown report, 2 for a wrong call.
 */
export async function reviewCorrections(
  { connection: { db }, personal }: Needs,
  args: readonly string[],
  print: Print,
): Promise<number> {
  const called = call.safeParse(args).data
  if (called === undefined) return 2
  if (called.verb === 'list') return list({ connection: { db }, personal }, print)
  const { number } = called
  if (called.verb === 'contact') {
    const phone = await findCorrectionPhone(db, number)
    if (phone === undefined) return printUnknown(number, print)
    print(
      phone === null
        ? '没有留下电话'
        : `纠错 ${number} 的电话 ${createCellDecrypter(personal)(phone)}（只用来核实和答复这条纠错）`,
    )
    return 0
  }
  const given = { state: called.verb, answer: called.text, now: new Date() }
  if ((await answerCorrection(db, number, given)) !== 'done') return printUnknown(number, print)
  print(`纠错 ${number}: ${called.verb === 'corrected' ? '已更正' : '核实无误'}，答复已存`)
  return 0
}

function printUnknown(number: number, print: Print): number {
  print(`没有纠错 ${number}`)
  return 1
}

async function list(
  { connection: { db }, personal }: { connection: Pick<DatabaseConnection, 'db'>; personal: PersonalData },
  print: Print,
): Promise<number> {
  const open = createCellDecrypter(personal)
  const line = (cipher: string | null) => open(cipher).replaceAll(/\s+/g, ' ')
  const rows = await findOpenCorrections(db)
  for (const row of rows) {
    const right = row.rightCipher === null ? '' : `  应为：${line(row.rightCipher)}`
    const contact = row.hasPhone ? '  （留了电话）' : ''
    print(
      `${row.id}  ${row.createdAt.toISOString()}  ${row.school.name}（${row.schoolId}）  ${labelOf(correctionFields, row.field)}：${line(row.wrongCipher)}${right}${contact}`,
    )
  }
  print(rows.length === 0 ? '没有待核实的纠错' : `共 ${rows.length} 条待核实`)
  return 0
}
