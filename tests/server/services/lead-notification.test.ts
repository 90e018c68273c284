import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, outbox } from '#server/db/schema/index.ts'
import { makeNotification, notificationHandler } from '#server/services/leads/notification/notify-staff.ts'
import { runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const config = { url: 'https://robot.example/send?key=secret', everyMinutes: 15 }
const log = pino({ level: 'silent' })
const robot = setupServer()
const said = z.object({ msgtype: z.literal('text'), text: z.object({ content: z.string() }) })

let database: DatabaseConnection
let stage: ClockedApi
let heard: string[]
let errcode: number

beforeAll(async () => {
  robot.listen({ onUnhandledRequest: 'error' })
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  heard = []
  errcode = 0
  robot.resetHandlers(
    http.post('https://robot.example/send', async ({ request }) => {
      heard.push(said.parse(await request.json()).text.content)
      return HttpResponse.json({ errcode, errmsg: 'ok' })
    }),
  )
})
afterAll(async () => {
  robot.close()
  await database.close()
})

async function sendLead(phone: string, token?: string): Promise<string> {
  const answer = await stage.post(
    '/api/clue',
    { name: '张三丰', phone, city_code: '4403', message: '想参观', consent_contact: true },
    token,
  )
  return z.object({ reference: z.string() }).parse(answer.data).reference
}

async function minutesLater(minutes: number, staffPage?: string): Promise<void> {
  stage.clock.now = new Date(stage.clock.now.getTime() + minutes * 60_000)
  await makeNotification(database.db, config, stage.clock.now)
  const handler = notificationHandler(config, { staffPage: async () => staffPage })
  const handlers = new Map([['lead-notification', handler]])
  const now = () => stage.clock.now
  while ((await runDueJobs({ db: database.db, log, now, handlers }, new AbortController().signal)) > 0);
}

test('new leads are delivered once, together, with counts and references and without personal data', async () => {
  const references = [await sendLead('13812345678'), await sendLead('13912345678')]
  await minutesLater(1)
  expect(heard).toHaveLength(1)
  expect(heard[0]).toBe(`新申请 2 份：预约参观 2\n编号：${references.join(' ')}\n等待联系的一共 2 份`)
  const third = await sendLead('13712345678')
  await minutesLater(1)
  expect(heard).toHaveLength(1)
  await minutesLater(15)
  expect(heard[1]).toBe(`新申请 1 份：预约参观 1\n编号：${third}\n等待联系的一共 3 份`)
  await minutesLater(60)
  expect(heard).toHaveLength(2)
})

test('a booking of an open day is new, and awaits no call', async () => {
  await sendLead('13812345678')
  const [lead] = await database.db.select().from(clue)
  const booking = { cityCode: '4403', orderType: 'openday', reference: 'BOOKING001' } as const
  await database.db.insert(clue).values({ ...booking, createdAt: lead?.createdAt })
  await minutesLater(1)
  expect(heard[0]).toMatch(/^新申请 2 份：[^]*一共 1 份$/)
})

test('a notification names the page of waiting leads where the staff area is open', async () => {
  await sendLead('13812345678')
  await minutesLater(1, 'https://school.example/staff/leads/?state=received')
  expect(heard[0]).toMatch(/一共 1 份\nhttps:\/\/school\.example\/staff\/leads\/\?state=received$/)
})

test('a robot that refuses by its answer is tried again, and no second one waits behind it', async () => {
  await sendLead('13812345678')
  errcode = 45009
  await minutesLater(1)
  await sendLead('13912345678')
  await minutesLater(30)
  expect(await database.db.select().from(outbox).orderBy(outbox.id)).toMatchObject([
    { kind: 'lead' },
    { kind: 'lead-notification', tries: 2, error: 'the robot answered errcode 45009' },
    { kind: 'lead' },
  ])
  errcode = 0
  await minutesLater(30)
  await minutesLater(1)
  expect(heard.slice(2)).toEqual([
    expect.stringMatching(/^新申请 1 份/),
    expect.stringMatching(/^新申请 1 份[^]*一共 2 份$/),
  ])
})

test('the robot’s address is https or on this machine', () => {
  const read = (url: string) => readConfig({ NODE_ENV: 'test', LEAD_NOTIFY_WEBHOOK: url }).leadNotify
  expect(read('')).toBeUndefined()
  expect(read('https://robot.example/x')).toEqual({ url: 'https://robot.example/x', everyMinutes: 15 })
  expect(() => read('http://robot.example/x')).toThrow('LEAD_NOTIFY_WEBHOOK')
})
