import { assert, constantFrom, date, integer, nat, property, record, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { refusalMessages } from '#server/contract/check-ins/check-in-rules.ts'
import {
  dayNumberOf,
  normaliseTicket,
  readTicket,
  writeTicket,
} from '#server/contract/check-ins/ticket-text.ts'
import { verifyTicket, signTicket } from '#server/services/check-ins/sign-ticket.ts'
import { readScan } from '#app/check-ins/kiosk/controller/outcome.ts'
import { personalOfTests } from '#tests/support/api/api.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const dayMs = 86_400_000

const codes = stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/)
const events = record({
  id: integer({ min: 1, max: 999_999_999 }),
  endsAt: date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
})
const runs = { numRuns: 300 }

/** A guest of a list, whose ticket has a code. */
const guestOf = (code: string) => ({
  id: 1,
  kind: 'parent' as const,
  code,
  name: '张小明',
  masked: '张**',
  pinyin: [],
  initials: [],
  party_size: 1,
  revoked: false,
  walk_in: false,
})
const known = (eventId: number, code: string, now: number) => ({
  eventId,
  kind: 'parent' as const,
  guests: [guestOf(code)],
  arrivals: new Map(),
  now,
})

test('a ticket verifies to its subject, however it is typed', () => {
  const spellings = constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => ` ${text.replaceAll(/(.{4})/g, '$1-')} `,
    (text) => text.replaceAll('1', 'l').replaceAll('0', 'o'),
    (text) => text.replaceAll(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  )
  assert(
    property(events, codes, spellings, (event, code, spell) => {
      const ticket = signTicket(personalOfTests, event, code)
      const read = verifyTicket(personalOfTests, normaliseTicket(spell(ticket)))
      const lastDay = dayNumberOf(new Date(event.endsAt.getTime() + dayMs))
      expect(read).toMatchObject({ eventId: event.id, code, lastDay })
      expect(read && writeTicket(read)).toBe(ticket)
    }),
    runs,
  )
})

test('a ticket with any character changed is invalid', () => {
  assert(
    property(events, codes, nat(34), integer({ min: 1, max: 31 }), (event, code, at, by) => {
      const ticket = signTicket(personalOfTests, event, code)
      const sign = alphabet[(alphabet.indexOf(ticket.charAt(at)) + by) % alphabet.length] ?? ''
      const changed = ticket.slice(0, at) + sign + ticket.slice(at + 1)
      expect(changed).not.toBe(ticket)
      expect(verifyTicket(personalOfTests, changed)).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('a ticket of another event is refused, also when it is written over with the number of this one', () => {
  assert(
    property(events, integer({ min: 1, max: 999_999_999 }), codes, (event, other, code) => {
      if (other === event.id) return
      const ticket = signTicket(personalOfTests, event, code)
      const now = event.endsAt.getTime()
      expect(readScan(ticket, known(other, code, now))).toMatchObject({
        kind: 'outcome',
        outcome: { tone: 'bad', title: refusalMessages.wrong_event },
      })
      const said = readTicket(ticket)
      expect(said && verifyTicket(personalOfTests, writeTicket({ ...said, eventId: other }))).toBeUndefined()
    }),
    runs,
  )
})

test('a ticket is good to the end of the day after its event, and expired from then on', () => {
  assert(
    property(events, codes, nat(400), nat(dayMs - 1), (event, code, days, within) => {
      const ticket = signTicket(personalOfTests, event, code)
      const lastDay = dayNumberOf(new Date(event.endsAt.getTime() + dayMs))
      const begin = (day: number) => day * dayMs - 8 * 3_600_000
      const good = begin(lastDay - days) + within
      expect(readScan(ticket, known(event.id, code, good))).toMatchObject({ kind: 'guest', guest: { code } })
      const late = begin(lastDay + 1 + days) + within
      expect(readScan(ticket, known(event.id, code, late))).toMatchObject({
        kind: 'outcome',
        outcome: { tone: 'bad', title: '这个入场码已过有效期' },
      })
    }),
    runs,
  )
})
