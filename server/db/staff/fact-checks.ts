import { and, asc, eq, sql } from 'drizzle-orm'
import { statedFacts, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import type { CheckFinding } from '#server/contract/staff/fact-checks.ts'
import type { Database, Transaction } from '../connect.ts'
import { factCheck, school } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { isKnown } from './school-facts.ts'

/** The numbers of a month's sample. */
type MonthOfChecks = { month: string } & Record<'drawn' | CheckFinding, number>

/** The months that have a sample, the latest first; those alone of which at least `least` facts were found right or wrong. */
export async function findMonthsOfChecks(db: Database | Transaction, least = 0): Promise<MonthOfChecks[]> {
  const { rows } = await db.execute<MonthOfChecks>(sql`
    select month::text, count(*)::integer as drawn,
      count(*) filter (where finding = 'right')::integer as right,
      count(*) filter (where finding = 'wrong')::integer as wrong,
      count(*) filter (where finding = 'unclear')::integer as unclear
    from ${factCheck} group by month
    having count(*) filter (where finding in ('right', 'wrong')) >= ${least} order by month desc`)
  return rows
}

/** The sample of a month in the order in which it was drawn, without schools that visitors do not see any more. */
export async function findChecksOf(db: Database, month: string) {
  return db
    .select({
      id: factCheck.id,
      schoolId: school.id,
      name: school.name,
      cityCode: school.cityCode,
      fact: factCheck.fact,
      shown: factCheck.shown,
      finding: factCheck.finding,
      note: factCheck.note,
      checkedAt: factCheck.checkedAt,
      checkedBy: factCheck.checkedBy,
    })
    .from(factCheck)
    .innerJoin(school, eq(school.id, factCheck.schoolId))
    .where(and(eq(factCheck.month, month), visible(school)))
    .orderBy(asc(factCheck.id))
}

/** Published facts of schools that are not closed, drawn by a text: the same ones as long as the same are known. */
export async function drawFacts(
  tx: Transaction,
  seed: string,
  size: number,
): Promise<{ school_id: number; fact: StatedFact }[]> {
  const facts = statedFacts.map((fact) => sql`(${fact}::text, ${isKnown(fact, sql`${school}`)})`)
  const { rows } = await tx.execute<{ school_id: number; fact: StatedFact }>(sql`
    select ${school.id} as school_id, f.fact
    from ${school} cross join lateral (values ${sql.join(facts, sql`, `)}) as f(fact, known)
    where ${visible(school)} and ${school.state} <> 'closed' and f.known
    order by md5(${seed}::text || ':' || ${school.id} || ':' || f.fact) limit ${size}`)
  return rows
}

/** Adds the facts of a month's sample with their values; those that it has already stay. */
export async function addChecks(
  tx: Transaction,
  month: string,
  drawn: readonly { schoolId: number; fact: StatedFact; shown: string }[],
): Promise<void> {
  if (drawn.length > 0)
    await tx
      .insert(factCheck)
      .values(drawn.map((one) => ({ ...one, month })))
      .onConflictDoNothing()
}

/** Locks a fact of a sample; undefined for an unknown one. */
export async function lockCheck(tx: Transaction, id: number) {
  const [row] = await tx.select().from(factCheck).where(eq(factCheck.id, id)).for('update')
  return row
}

/** Records what was found. */
export async function recordCheck(
  tx: Transaction,
  id: number,
  found: { finding: CheckFinding; note: string | null; checkedAt: Date; checkedBy: string },
): Promise<void> {
  await tx.update(factCheck).set(found).where(eq(factCheck.id, id))
}
