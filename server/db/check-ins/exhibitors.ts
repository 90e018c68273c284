import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { exhibitorItem } from '#server/contract/check-ins/events.ts'
import type { Database } from '../connect.ts'
import { visible } from '../visible-rows.ts'
import { registration, school } from '../schema/index.ts'

/** Who exhibits at an event, by booth and name, each organisation once; nothing of the people. */
export async function findExhibitors(
  db: Database,
  eventId: number,
): Promise<z.input<typeof exhibitorItem>[]> {
  const rows = await db
    .selectDistinct({
      organisation: registration.organisation,
      booth: registration.booth,
      schoolId: school.id,
      schoolName: school.name,
    })
    .from(registration)
    .leftJoin(school, and(eq(school.id, registration.schoolId), visible(school)))
    .where(
      and(
        eq(registration.eventId, eventId),
        eq(registration.kind, 'exhibitor'),
        eq(registration.source, 'import'),
        isNull(registration.revokedAt),
        isNotNull(registration.organisation),
      ),
    )
    .orderBy(asc(registration.booth), asc(registration.organisation))
  const shown = new Map<string, z.input<typeof exhibitorItem>>()
  for (const { organisation, booth, schoolId, schoolName } of rows) {
    if (organisation === null || shown.has(organisation)) continue
    shown.set(organisation, {
      organisation,
      booth: booth ?? undefined,
      school: schoolId === null || schoolName === null ? undefined : { id: schoolId, name: schoolName },
    })
  }
  return [...shown.values()]
}
