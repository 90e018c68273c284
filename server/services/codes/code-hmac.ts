import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** What a code opens: an account (login, export, deletion), or a request of a phone without an account. */
export type CodePurpose = 'account' | 'clue'

/** How a code stands in the table: bound to its phone and purpose, worthless for any other. */
export function codeHmac(
  personal: PersonalData,
  { phone, purpose, code }: { phone: string; purpose: CodePurpose; code: string },
): string {
  return personal.blindIndex('code', `${purpose} ${phone} ${code}`)
}
