import { endSession as endOne, listSessions } from '#server/contract/accounts/account.ts'
import { logout } from '#server/contract/accounts/login.ts'
import { listPage } from '#server/db/list-page.ts'
import { endSession, findSessions } from '#server/db/accounts/sessions.ts'
import { seenSince } from '#server/services/accounts/session-life.ts'
import { notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { servePersonal } from '../serve.ts'

/** Endpoints of a visitor's sessions: list the devices, log out of them. */
export function sessionEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    servePersonal(logout, async ({ visitor }) => {
      await endSession(db, { id: visitor.sessionId, visitorId: visitor.id, now: now() })
      return { msg: '已退出登录' }
    }),
    servePersonal(listSessions, async ({ input, visitor }) => {
      const at = now()
      const of = { visitorId: visitor.id, now: at, seenSince: seenSince(at) }
      const { rows, total } = await findSessions(db, of, input)
      const items = rows.map(({ id, device, createdAt, lastSeenAt, expiresAt }) => ({
        id,
        device: device ?? undefined,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        current: id === visitor.sessionId,
      }))
      return listPage(input, items, total)
    }),
    servePersonal(endOne, async ({ input, visitor }) => {
      if (!(await endSession(db, { id: input.id, visitorId: visitor.id, now: now() }))) throw notFound()
      return { msg: '该设备已下线' }
    }),
  ]
}
