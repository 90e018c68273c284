import type { CodeClientHashes } from '#server/db/accounts/codes.ts'
import { networksOf } from '#server/services/limits/client-network.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/**
 * The client that requests or enters a code. `browser`: the random id of its cookie, when it has one; `address`: its IP
 * address, when the edge knows it.
 */
export type CodeClient = { browser?: string | undefined; address: string | undefined }

/**
 * HMACs by which codes of one client are found. A client without a browser id is identified by its widest network:
 * phones change their address within it between requesting a code and entering it.
 */
export function hashCodeClient(personal: PersonalData, { browser, address }: CodeClient): CodeClientHashes {
  const network = networksOf(address).at(-1)?.key ?? address
  return {
    browserHash: browser === undefined ? undefined : personal.blindIndex('address', `browser ${browser}`),
    addressHash: network === undefined ? undefined : personal.blindIndex('address', network),
  }
}
