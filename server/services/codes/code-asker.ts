import { networksOf } from '#server/services/limits/client-network.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/**
 * Who asks for a code or types one. `browser`: the random id of its cookie, when it has one; `address`: the client's, when
 * the edge knows it.
 */
export type CodeAsker = { browser?: string | undefined; address: string | undefined }

/** An asker as it stands in the table. */
export type AskerMarks = { browserHash: string | undefined; addressHash: string | undefined }

/**
 * HMACs of an asker. A client without a browser's id is known by its widest network: phones change their address within it
 * between asking and typing.
 */
export function markAsker(personal: PersonalData, { browser, address }: CodeAsker): AskerMarks {
  const network = networksOf(address).at(-1)?.key ?? address
  return {
    browserHash: browser === undefined ? undefined : personal.mark('address', `browser ${browser}`),
    addressHash: network === undefined ? undefined : personal.mark('address', network),
  }
}
