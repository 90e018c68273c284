import type { z } from 'zod'
import type { getStaffMember } from '#server/contract/staff/members.ts'

/** A member as the API gives it. */
export type Member = z.output<(typeof getStaffMember)['data']>

/** Values of the form as stored; the phone is only sent when another one is typed. */
export function valuesOf({ name, role, school, version }: Member): Record<string, string> {
  return {
    name,
    phone: '',
    role,
    school_id: school === undefined ? '' : String(school.id),
    version: String(version),
  }
}

/** The fields that are filled in: an omitted one stays as it is. */
export function filledIn(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** What differs between the stored values and the typed ones. */
export function changesBetween(
  stored: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>>,
): Record<string, readonly [string, string]> {
  const fields = ['name', 'role', 'school_id']
  return Object.fromEntries(
    fields.flatMap((field) => {
      const [before = '', after = ''] = [stored[field], typed[field]]
      return before === after ? [] : [[field, [before, after] as const]]
    }),
  )
}
