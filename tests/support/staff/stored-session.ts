import type { DatabaseConnection } from '#server/db/connect.ts'
import { staffMember, staffSession } from '#server/db/schema/index.ts'
import { hashOfToken, newToken } from '#server/services/accounts/token.ts'

/** Stores an administrator with an open session of this machine, for a process that cannot log in, and gives the token. */
export async function storeAdministratorSession({ db }: DatabaseConnection): Promise<string> {
  const token = newToken()
  const at = {
    createdAt: new Date(),
    lastSeenAt: new Date(),
    factorAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const [member] = await db
    .insert(staffMember)
    .values({ name: '周主管', role: 'administrator' })
    .returning({ id: staffMember.id })
  if (member === undefined) throw new Error('the member was not stored')
  await db
    .insert(staffSession)
    .values({ staffId: member.id, tokenHash: hashOfToken(token), network: '127.0.0.0/24', ...at })
  return token
}
