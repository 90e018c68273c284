import type { BlockList } from 'node:net'
import type { Database } from '#server/db/connect.ts'
import { hasAdministrator } from '#server/db/staff/members.ts'
import { isInNetworks } from '#server/services/limits/client-network.ts'

/**
 * Whether the staff area is open to a client: it is off until there is an administrator, and STAFF_NETWORKS may narrow it
 * to some networks.
 */
export async function isStaffAreaOpen(
  db: Database,
  { address, networks }: { address: string | undefined; networks: BlockList | undefined },
): Promise<boolean> {
  if (networks !== undefined && !isInNetworks(address, networks)) return false
  return hasAdministrator(db)
}
