import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { apiFor, type ApiCaller } from '#app/api/client.server.ts'
import type { Profile } from './require-visitor.server.ts'

/** The visitor's profile where it is optional; undefined without a valid session, and on failure. */
export async function optionalProfile(caller: ApiCaller): Promise<Profile | undefined> {
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    return reply.ok ? reply.data : undefined
  } catch {
    return undefined
  }
}
