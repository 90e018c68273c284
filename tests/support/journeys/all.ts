import { edit, favourite, logIn, logOut } from './account.ts'
import { lead, openDay, question } from './asking.ts'
import { checkIn } from './check-in.ts'
import { chooseCity, filter, news, school, search, subPages } from './finding.ts'
import type { Journey } from './walk.ts'

/** The fourteen journeys, each told once for every browser and every state of the scripts. */
export const journeys: readonly [name: string, journey: Journey][] = [
  ['city', chooseCity],
  ['search', search],
  ['filter', filter],
  ['school', school],
  ['sub-pages', subPages],
  ['news', news],
  ['open day', openDay],
  ['lead', lead],
  ['question', question],
  ['login', logIn],
  ['favourite', favourite],
  ['edit', edit],
  ['logout', logOut],
  ['check-in', checkIn],
]
