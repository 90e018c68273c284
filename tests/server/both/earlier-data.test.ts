import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { dropEverything, migrate, migrateTo } from '#server/db/migrate.ts'
import {
  checkIn,
  clue,
  collect,
  consent,
  like,
  registration,
  schoolSearch,
  schoolStatement,
  session,
  visitor,
} from '#server/db/schema/index.ts'
import type { SchoolFee } from '#server/contract/child/school-entry.ts'
import { derivedCosts } from '#server/services/content/import/schools/derived-costs.ts'
import { searchRowOf } from '#server/db/search/search-row.ts'
import { openPersonalData } from '#server/services/personal-data/open-personal-data.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { openPlace } from '#tests/support/database/whole-database.ts'

const phone = '+8613900005555'
const phoneHash = personalOfTests.blindIndex('phone', phone)
const encrypted = (text: string) => `'${personalOfTests.encrypt(text)}'`

/** What a visitor leaves, in the words of migration 5; all later ones must carry it on. */
const visitorRows = [
  `insert into city values ('4403', 'shenzhen', '深圳', 'sz', 0)`,
  `insert into school (id, city_code, name, identity, lat, lng) overriding system value
    values (7, '4403', '旧校', '4403 旧校', 22.5, 113.9)`,
  `insert into school_search (school_id, city_code, facets, rank, names, tokens) values (7, '4403', 0, 1, '旧校', '{}')`,
  `insert into visitor (phone_hash, phone_cipher, nickname) values ('${phoneHash}', ${encrypted(phone)}, '小明妈妈')`,
  `insert into session (visitor_id, token_hash, expires_at) values (1, 'token', now() + interval '9 days')`,
  `insert into collect (visitor_id, school_id) values (1, 7)`,
  `insert into "like" (subject, subject_id, vid_hash) values ('view', 3, 'a browser')`,
  `insert into clue (reference, order_type, name_cipher, phone_cipher, phone_hash, message_cipher, city_code, school_id, visitor_id)
    values ('AAAAAAAAAA', 'school', ${encrypted('王小明')}, ${encrypted(phone)}, '${phoneHash}', ${encrypted('有校车吗')}, '4403', 7, 1)`,
  `insert into consent (clue_id, visitor_id, purpose, recipient, text_version) values (1, 1, 'contact', '旧校', '1')`,
]
const checkInRows = [
  `insert into event (city_code, title, starts_at, ends_at) values ('4403', '开放日', now(), now() + interval '2 hours')`,
  `insert into registration (event_id, kind, ticket, name_cipher, phone_cipher, phone_hash, clue_id)
    values (1, 'parent', 'ABCD2345', ${encrypted('王小明')}, ${encrypted(phone)}, '${phoneHash}', 1)`,
  `insert into check_in (id, event_id, registration_id, kind, nonce, name_cipher, phone_cipher, phone_hash, at)
    values ('one', 1, 1, 'parent', 'nonce', ${encrypted('王小明')}, ${encrypted(phone)}, '${phoneHash}', now())`,
]

test.for([
  ['accounts', 6, []],
  ['withdrawn content', 9, []],
  ['pictures of imports', 13, checkInRows],
] as const)('a filled database from the time of %s starts with nothing lost', async ([, count, more]) => {
  const place = await openPlace()
  onTestFinished(() => place.close())
  const { connection, dataDir } = place
  await connection.withStatementTimeout(60_000, async (client) => {
    await dropEverything(client)
    await migrateTo(client, count)
    for (const statement of [...visitorRows, ...more]) await client.query(statement)
  })
  await migrate(connection)
  const { personal } = await openPersonalData(connection, {
    dataDir,
    dataKey: Buffer.alloc(32, 7).toString('base64'),
  })
  const { db } = connection
  const open = (cipher: string | null | undefined) => personal.decrypt(cipher ?? '')

  const [account] = await db.select().from(visitor)
  expect(account).toMatchObject({
    phoneHash: personal.blindIndex('phone', phone),
    nickname: '小明妈妈',
    closedAt: null,
  })
  expect(open(account?.phoneCipher)).toBe(phone)
  const [lead] = await db.select().from(clue)
  expect(lead).toMatchObject({
    reference: 'AAAAAAAAAA',
    state: 'received',
    schoolId: 7,
    visitorId: account?.id,
  })
  expect([open(lead?.nameCipher), open(lead?.messageCipher)]).toEqual(['王小明', '有校车吗'])
  expect(await db.select().from(consent)).toMatchObject([
    { clueId: lead?.id, purpose: 'contact', withdrawnAt: null },
  ])
  expect(await db.select().from(collect)).toMatchObject([{ visitorId: account?.id, schoolId: 7 }])
  expect(await db.select().from(schoolSearch)).toMatchObject([{ schoolId: 7, lat: 22.5, lng: 113.9 }])
  expect(await db.select().from(like)).toMatchObject([
    { subject: 'view', subjectId: 3, vidHash: 'a browser' },
  ])
  expect(await db.select().from(session)).toMatchObject([{ tokenHash: 'token', endedAt: null }])
  const arrived = more.length > 0 ? 1 : 0
  expect(await db.$count(registration)).toBe(arrived)
  const guests = await db.select().from(checkIn)
  expect(guests.map((guest) => open(guest.nameCipher))).toEqual(arrived === 1 ? ['王小明'] : [])
})

test('the source of a school becomes that of the facts it has, and its tuition is old when its day says so', async () => {
  const place = await openPlace()
  onTestFinished(() => place.close())
  const { connection } = place
  await connection.withStatementTimeout(60_000, async (client) => {
    await dropEverything(client)
    await migrateTo(client, 45)
    for (const statement of [
      visitorRows[0] ?? '',
      `insert into school (id, city_code, name, identity, district, stages, tuition_max, source, source_date)
        overriding system value values (7, '4403', '旧校', '旧校', 'nanshan', '{primary}', 90000, '名录', '2025-03-01')`,
      `insert into school (id, city_code, name, identity, phone) overriding system value
        values (8, '4403', '新校', '新校', '0755-12345678')`,
      ...[7, 8].map(
        (id) => `insert into school_search (school_id, city_code, facets, rank, names, tokens)
          values (${id}, '4403', 0, 1, '', '{}')`,
      ),
      `insert into school_fee (school_id, position, label, amount) values (7, 1, '餐费', 6000)`,
    ])
      await client.query(statement)
  })
  await migrate(connection)
  expect(await connection.db.select().from(schoolStatement)).toMatchObject([
    {
      schoolId: 7,
      facts: ['district', 'stages', 'tuition_min', 'fees'],
      source: '名录',
      sourceDate: '2025-03-01',
      receivedOn: null,
    },
  ])
  const rows = await connection.db.select().from(schoolSearch)
  expect(rows.map(({ schoolId, freshUntil }) => [schoolId, freshUntil])).toEqual([
    [8, null],
    [7, '2026-03-01'],
  ])
})

test('requests of earlier versions belong to who proved the phone, and a cancelled one has no consent', async () => {
  const place = await openPlace()
  onTestFinished(() => place.close())
  const { connection } = place
  const other = personalOfTests.blindIndex('phone', '+8613900006666')
  const request = (reference: string, hash: string, verified: string, state = 'received') =>
    `insert into clue (reference, order_type, name_cipher, phone_cipher, phone_hash, city_code, visitor_id, state, created_at, verified_at)
      values ('${reference}', 'consult', ${encrypted('王小明')}, ${encrypted(phone)}, '${hash}', '4403', 1, '${state}', '2026-06-01', ${verified})`
  await connection.withStatementTimeout(60_000, async (client) => {
    await dropEverything(client)
    await migrateTo(client, 18)
    const [city, , , account] = visitorRows
    const statements = [
      city,
      account,
      request('OWN', phoneHash, 'null'),
      request('PROVED', other, `'2026-06-01'`),
      request('UNPROVED', other, 'null'),
      request('CANCELLED', phoneHash, 'null', 'cancelled'),
      `insert into consent (clue_id, visitor_id, purpose, recipient, text_version)
        select id, visitor_id, 'contact', '旧校', '1' from clue`,
    ]
    for (const statement of statements) await client.query(statement ?? '')
  })
  await migrate(connection)
  const rows = await connection.db
    .select({ reference: clue.reference, owner: clue.visitorId, consentOf: consent.visitorId, consent })
    .from(clue)
    .innerJoin(consent, eq(consent.clueId, clue.id))
    .orderBy(clue.id)
  expect(
    rows.map((row) => [row.reference, row.owner, row.consentOf, row.consent.withdrawnAt !== null]),
  ).toEqual([
    ['OWN', 1, 1, false],
    ['PROVED', 1, 1, false],
    ['UNPROVED', null, null, false],
    ['CANCELLED', 1, 1, true],
  ])
})

/** Facts of a school that decide the tuition of its stages. */
type Facts = { stages: string[]; boarding?: string; tuitionMin?: number; tuitionMax?: number }
const facts: Record<string, Facts> = {
  所有年级都有学费: { stages: ['primary', 'high'], boarding: 'optional' },
  只有走读: { stages: ['middle'], boarding: 'day', tuitionMin: 50_000, tuitionMax: 260_000 },
  只收住校生: { stages: ['kindergarten', 'middle'], boarding: 'full' },
  只有一个学段: { stages: ['high'], tuitionMin: 90_000, tuitionMax: 120_000 },
  只有一个价: { stages: ['primary', 'middle'], tuitionMax: 70_050 },
  只有总价: { stages: ['primary', 'middle'], tuitionMin: 10_000, tuitionMax: 70_000 },
  正好三十万: { stages: ['primary', 'middle'], tuitionMin: 100_000, tuitionMax: 300_000 },
  什么也没有: { stages: [] },
}

test('rows of schools from before get tuition, bands, costs and order as they are written today', async () => {
  const place = await openPlace()
  onTestFinished(() => place.close())
  const { connection } = place
  const tuition = [
    { from_grade: -3, to_grade: 6, school_year: 2025, day: 50_000, boarding: 80_000 },
    { from_grade: 1, to_grade: 1, school_year: 2026, day: 61_250 },
    { from_grade: 2, to_grade: 12, school_year: 2026, boarding: 99_900 },
    { from_grade: 2, to_grade: 12, school_year: 2026, day: 1 },
  ]
  const fees: SchoolFee[] = [
    { label: '餐费', amount: 9000, per: 'year', applies_to: 'everybody' },
    { label: '住宿费', amount: 12_050, per: 'year', applies_to: 'boarders' },
    { label: '校车费', amount: 7000, per: 'year', applies_to: 'bus' },
    { label: '校车押金', amount: 100, per: 'once', applies_to: 'bus' },
    { label: '研学费', amount: 5000, per: 'year' },
    { label: '报名费', amount: 800, per: 'year', applies_to: 'new' },
  ]
  await connection.withStatementTimeout(60_000, async (client) => {
    await dropEverything(client)
    await migrateTo(client, 34)
    await client.query(`insert into city values ('4403', 'shenzhen', '深圳', 'sz', 0)`)
    for (const [at, [name, given]] of Object.entries(facts).entries()) {
      const { stages, boarding = null, tuitionMin = null, tuitionMax = null } = given
      await client.query(
        `insert into school (id, city_code, name, identity, stages, boarding, tuition_min, tuition_max, state)
          overriding system value values ($1, '4403', $2, $2, $3, $4, $5, $6, $7)`,
        [at, name, stages, boarding, tuitionMin, tuitionMax, at === 0 ? 'not_enrolling' : 'open'],
      )
      await client.query(
        `insert into school_search (school_id, city_code, facets, tuition_min, tuition_max, rank, names, tokens)
          values ($1, '4403', 0, $3, $4, 1000000, $2, '{}')`,
        [at, name, tuitionMin, tuitionMax],
      )
      if (at > 2) continue
      for (const [position, fee] of at === 1 ? [] : fees.entries())
        await client.query(
          `insert into school_fee (school_id, position, label, amount, per, applies_to) values ($1, $2, $3, $4, $5, $6)`,
          [at, position, fee.label, fee.amount, fee.per, fee.applies_to ?? null],
        )
      for (const [position, fee] of tuition.entries())
        await client.query(
          `insert into school_tuition (school_id, position, from_grade, to_grade, school_year, day, boarding)
            values ($1, $2, $3, $4, $5, $6, $7)`,
          [
            at,
            position,
            fee.from_grade,
            fee.to_grade,
            fee.school_year,
            fee.day ?? null,
            fee.boarding ?? null,
          ],
        )
    }
  })
  await migrate(connection)
  const rows = await connection.db.select().from(schoolSearch).orderBy(schoolSearch.schoolId)
  const schools = Object.values(facts).map((given, at) => {
    const lists = { tuition: at > 2 ? [] : tuition, fees: at > 2 || at === 1 ? [] : fees }
    return { given, lists, derived: derivedCosts(lists, given.boarding) }
  })
  const written = schools.map(({ given, lists, derived }, at) =>
    searchRowOf({
      ...given,
      tuitionMin: derived.tuition_min ?? given.tuitionMin,
      tuitionMax: derived.tuition_max ?? given.tuitionMax,
      id: at,
      cityCode: '4403',
      name: '校',
      names: [],
      totalCostMin: derived.total_cost_min,
      state: at === 0 ? 'not_enrolling' : 'open',
      ...lists,
    }),
  )
  const fee = 31n << 36n
  const shownOf = ({
    facets,
    gradeCosts,
    rank,
    stageFees,
    tuitionMin,
    tuitionMax,
  }: (typeof rows)[number] | (typeof written)[number]) => ({
    bands: facets & fee,
    gradeCosts,
    rank,
    stageFees,
    tuition: [tuitionMin ?? null, tuitionMax ?? null],
  })
  expect(rows.map(shownOf)).toEqual(written.map(shownOf))

  // Costs that contradicted rows are replaced by those that follow from them, and can be read in the audit trail.
  const { rows: costs } = await connection.pool.query(
    'select tuition_min, tuition_max, total_cost_min, total_cost_max from school order by id',
  )
  expect(costs).toEqual(
    schools.map(({ given, derived }) => ({
      tuition_min: derived.tuition_min ?? given.tuitionMin ?? null,
      tuition_max: derived.tuition_max ?? given.tuitionMax ?? null,
      total_cost_min: derived.total_cost_min ?? null,
      total_cost_max: derived.total_cost_max ?? null,
    })),
  )
  const { rows: replaced } = await connection.pool.query(
    "select record, changes from access_log where command = 'upgrade costs'",
  )
  expect(replaced).toEqual([{ record: 'school:1', changes: { tuition_max: [260_000, 61_250] } }])
})
