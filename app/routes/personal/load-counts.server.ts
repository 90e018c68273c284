import { listConsents, listRequests, listSessions } from '#server/contract/accounts/account.ts'
import { listCenterCollect } from '#server/contract/accounts/center.ts'
import { listCorrections } from '#server/contract/leads/corrections.ts'
import { listOwnQuestions } from '#server/contract/leads/feedback.ts'
import { apiFor } from '#app/api/client.server.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import type { Caller } from '#app/load-context.ts'
import { schoolFacts } from '#app/ui/text/school-facts.ts'
import { momentText } from './moment-text.ts'
import { isNewDevice } from './new-device.ts'

/** Loads counts of the visitor's items, a new device and the latest favourites; a part that fails is left out. */
export async function loadCounts(caller: Caller) {
  const api = apiFor(caller)
  const everywhere = { city: 'all' }
  const few = { page_size: 1 }
  const [requests, questions, corrections, consents, sessions, collected] = await Promise.all([
    optionalPart(api(listRequests, few, everywhere), caller),
    optionalPart(api(listOwnQuestions, few, everywhere), caller),
    optionalPart(api(listCorrections, few, everywhere), caller),
    optionalPart(api(listConsents, few, everywhere), caller),
    optionalPart(api(listSessions, few, everywhere), caller),
    optionalPart(api(listCenterCollect, { page_size: 3 }, everywhere), caller),
  ])
  const schools = typeof collected?.items === 'object' ? collected.items : []
  // The newest session first: it is another one's, if somebody logged in after this browser did.
  const newest = sessions?.items[0]
  return {
    ...(newest !== undefined && isNewDevice(newest, undefined)
      ? { newDevice: `${newest.device ?? '未知设备'}，${momentText(newest.created_at)}` }
      : {}),
    counts: {
      requests: requests?.total,
      questions: questions?.total,
      corrections: corrections?.total,
      consents: consents?.total,
      sessions: sessions?.total,
      favourites: typeof collected?.total === 'number' ? collected.total : undefined,
    },
    favourites: schools.map(({ school }) => ({
      id: school.id,
      name: school.name,
      facts: schoolFacts(school, true),
    })),
  }
}
