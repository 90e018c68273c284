import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { RecipientKind } from '#server/contract/leads/recipient.ts'
import { clue, consent, school, schoolName, staffMember } from './schema/index.ts'
import { withHidden } from './visible-rows.ts'

/** Who receives requests about a school, by its id, as a subquery: null for nobody (contract/leads/recipient.ts). */
export function recipientOf(schoolId: SQL | AnyPgColumn): SQL<RecipientKind | null> {
  return sql<RecipientKind | null>`(
    select case
      when receiving.requests_agreed_on is not null or exists (
        select from ${staffMember} as member
        where member.school_id = receiving.id and member.role = 'school' and member.closed_at is null
      ) then 'school'
      when receiving.requests_by_operator then 'operator'
    end
    from ${withHidden(school)} as receiving where receiving.id = ${schoolId}
  )`
}

/** The recipient that the consents of a lead name, as a subquery over `clue`; null without one. */
export const namedRecipient = sql<string | null>`(
  select c.recipient from ${consent} c where c.clue_id = ${clue.id} order by c.purpose = 'contact' desc, c.id limit 1
)`

/**
 * Who a lead's sender was told receives it, as a subquery over `clue`: its school, by the name of now or a former one, where
 * the consent to be contacted names that, else the operator; null without such a consent.
 */
export const promisedRecipient = sql<RecipientKind | null>`(
  select case when given.recipient in (
    select name from ${withHidden(school)} as named where named.id = ${clue.schoolId}
    union all select name from ${schoolName} as former where former.school_id = ${clue.schoolId} and former.kind = 'former'
  ) then 'school' else 'operator' end
  from ${consent} as given where given.clue_id = ${clue.id} and given.purpose = 'contact' order by given.id limit 1
)`
