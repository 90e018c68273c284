import { cityOfCode } from '#server/contract/cities.ts'
import type { City } from '#server/contract/cities.ts'
import type { Calendar } from './calendar.ts'
import { createRandom, Deck, type Random } from './random.ts'
import { flavourOf } from './flavours.ts'
import type { Flavour } from './flavours.ts'
import { pools } from './pools.ts'

/** What the schools of one city share while they are made: nothing is drawn twice until a pool runs out. */
export type CityState = {
  seed: string
  city: City
  flavour: Flavour
  calendar: Calendar
  random: Random
  /** Names of the schools with full content made so far, by their place from 0. */
  names: Map<number, string>
  /** Abbreviations that are taken: two schools of a city share none. */
  abbreviations: Set<string>
  decks: ReturnType<typeof deal>
}

function deal(seed: string) {
  const deck = <Card>(name: string, cards: readonly Card[]) =>
    new Deck(cards, createRandom(`${seed} ${name}`))
  return {
    support: deck('support', pools.support),
    days: deck('days', pools.days),
    curricula: deck('curricula', pools.curriculumNotes),
    intake: deck('intake', pools.intake),
    assessment: deck('assessment', pools.assessment),
    money: deck('money', pools.money),
    transfers: deck('transfers', pools.transfers),
    stories: deck('stories', pools.stories),
    graduates: deck('graduates', pools.graduates),
    localGraduates: deck('local graduates', pools.localGraduates),
    movers: deck('movers', pools.movers),
    heads: deck('heads', pools.heads),
    staff: deck('staff', pools.staff),
    questions: deck('questions', pools.questions),
    scenes: deck('scenes', pools.scenes),
    openDays: deck('open days', pools.openDays),
  }
}

/** The state in which the making of a city's schools begins. */
export function openCity(cityCode: string, seed: string, calendar: Calendar): CityState {
  const city = cityOfCode(cityCode)
  if (city === undefined) throw new Error(`no city ${cityCode}`)
  const own = `${seed} ${cityCode}`
  return {
    seed,
    city,
    flavour: flavourOf(cityCode),
    calendar,
    random: createRandom(own),
    names: new Map(),
    abbreviations: new Set(),
    decks: deal(own),
  }
}
