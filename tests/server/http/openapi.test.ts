import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#server/contract/endpoint.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { allEndpoints } from '#server/http/endpoints.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { isStaffEndpoint } from '#tests/support/staff/attempts.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const jsonSchema = z.record(z.string(), z.unknown()).refine((schema) => !('$schema' in schema))
const content = z.record(z.string(), z.strictObject({ schema: jsonSchema }))
const reference = z.strictObject({ $ref: z.string().startsWith('#/components/') })
const response = z.union([reference, z.strictObject({ description: z.string().min(1), content })])
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: jsonSchema,
})
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-zA-Z]+$/),
  tags: z.array(z.string().min(1)),
  summary: z.string().min(1),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), response),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
})
/** The part of OpenAPI 3.1 that the document uses, with no room for anything else. */
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  jsonSchemaDialect: z.url(),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.strictObject({ get: operation.optional(), post: operation.optional() }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), jsonSchema),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), z.record(z.string(), z.string())),
  }),
})
type Operation = z.output<typeof operation>

let database: DatabaseConnection
let document: z.output<typeof openApi>
let operations: { method: string; path: string; operation: Operation }[]

beforeAll(async () => {
  database = await openTestDatabase()
  const api = createApi(dependenciesOn(database))
  const answer = await api.fetch(new Request('https://site.example/api/openapi.json'))
  document = openApi.parse(await answer.json())
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }],
    ),
  )
})
afterAll(() => database.close())

/** Every endpoint that a file of the contract declares, but those for staff. */
async function declaredEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../../server/contract/', import.meta.url)
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
  )
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'data' in value &&
    !isStaffEndpoint(value)
  )
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('the document describes every call of the contract, and the API serves each', async () => {
  const declared = (await declaredEndpoints()).map(nameOf).toSorted()
  const served = allEndpoints(dependenciesOn(database))
    .map(({ endpoint }) => nameOf(endpoint))
    .toSorted()
  expect(declared.length).toBeGreaterThan(20)
  expect(served).toEqual(declared)
  expect(operations.map(nameOf).toSorted()).toEqual(declared)
})

function parametersOf(path: string): string[] | undefined {
  return document.paths[path]?.get?.parameters.map(({ name }) => name)
}

const listParameters = ['city_code', 'page', 'page_size', 'sort']
const filters = ['q', 'stage', 'kind', 'curriculum', 'district', 'boarding', 'fee_min', 'fee_max']

test.each([
  ['/api/schools', [...listParameters, ...filters]],
  ['/api/schools/suggest', ['city_code', 'current_city', 'q']],
  ['/api/schools/understand', ['city_code', 'q']],
  ['/api/rankings', listParameters],
  ['/api/rankings/{id}/weighted', ['id', 'weights']],
  ['/api/news', listParameters],
  ['/api/courses', listParameters],
  ['/api/plannings', listParameters],
  ['/api/promotions', listParameters],
  ['/api/events', listParameters],
  ['/api/opendays', [...listParameters, 'month', 'state']],
  ['/api/banners', [...listParameters, 'place']],
  ['/api/school/categories', ['city_code']],
  ['/api/school/views', ['school_id', 'page', 'page_size']],
  ['/api/school/graduates', ['school_id', 'page', 'page_size']],
  ['/api/school/answers', ['school_id', 'page', 'page_size']],
  ['/api/school/teachers', ['school_id', 'page', 'page_size']],
  ['/api/school/envs', ['school_id', 'page', 'page_size']],
  ['/api/center/collect', [...listParameters, 'ids']],
  ['/api/jssdk', ['url']],
  ['/api/location', ['lat', 'lng']],
])('%s takes the public parameters', (path, names) => {
  expect(parametersOf(path)).toEqual(expect.arrayContaining(names))
})

test('every list takes the parameters of lists; plain arrays are few', async () => {
  const declared = await declaredEndpoints()
  const lists = declared.filter(({ data }) => data instanceof z.ZodObject && 'page_size' in data.shape)
  expect(lists.length).toBeGreaterThan(15)
  for (const { path, input } of lists)
    expect([path, Object.keys(input.shape)]).toEqual([
      path,
      expect.arrayContaining(['page', 'page_size', 'sort']),
    ])
  const arrays = declared.filter(({ data }) => data instanceof z.ZodArray)
  expect(arrays.map(({ path }) => path).toSorted()).toEqual([
    '/api/addresses/parts',
    '/api/center/bookings',
    '/api/center/tickets',
    '/api/openday/calendar',
    '/api/schools/suggest',
    '/api/tickets',
  ])
})

test('parameters in the path are declared and required', () => {
  const declared = operations.map(({ operation }) => operation.parameters.filter((one) => one.in === 'path'))
  expect(declared.map((parameters) => parameters.map(({ name }) => name))).toEqual(
    operations.map(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
  )
  expect(declared.flat().filter(({ required }) => !required)).toEqual([])
})

test('operation ids are unique and references lead somewhere', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, target]) => target ?? '',
  )
  expect(references.length).toBeGreaterThan(0)
  const components: Record<string, Record<string, unknown>> = document.components
  const broken = references.filter((target) => {
    const [, , kind, name] = target.split('/')
    return components[kind ?? '']?.[name ?? ''] === undefined
  })
  expect(broken).toEqual([])
})

test('required fields and defaults are documented', () => {
  const operation = document.paths['/api/school/views']?.get
  expect(operation?.parameters).toMatchObject([
    { name: 'school_id', in: 'query', required: true },
    { name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } },
    { name: 'page_size', required: false, schema: { type: 'integer', maximum: 50, default: 20 } },
    { name: 'sort', required: false, schema: { enum: ['newest', 'likes'], default: 'newest' } },
  ])
})

test('headers, conflicts and limits of calls that have them are documented', () => {
  const clue = document.paths['/api/clue']?.post
  expect(clue?.parameters).toEqual([
    { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
  ])
  expect(Object.keys(clue?.responses ?? {})).toEqual(expect.arrayContaining(['401', '409', '429']))
  expect(clue?.security).toEqual([{}, { token: [] }])
  for (const path of [
    '/api/code',
    '/api/decision-books',
    '/api/login',
    '/api/clue/send_code',
    '/api/checkins',
    '/api/client-errors',
  ])
    expect([path, Object.keys(document.paths[path]?.post?.responses ?? {})]).toEqual([
      path,
      expect.arrayContaining(['429']),
    ])
  expect(document.paths['/api/school/view/likes']?.get?.parameters).toContainEqual(
    expect.objectContaining({ name: 'vid', in: 'header' }),
  )
})

test('calls that read a token or a device document it with 401, others do not', () => {
  const personal = operations.filter(({ operation }) => operation.security !== undefined)
  expect(personal.map(({ path }) => path).toSorted()).toEqual([
    '/api/center/bookings',
    '/api/center/collect',
    '/api/center/collect/{id}',
    '/api/center/collect/{id}/note',
    '/api/center/consents',
    '/api/center/consents/{id}/withdraw',
    '/api/center/corrections',
    '/api/center/delete',
    '/api/center/export',
    '/api/center/info',
    '/api/center/modify',
    '/api/center/questions',
    '/api/center/requests',
    '/api/center/requests/{reference}',
    '/api/center/requests/{reference}/cancel',
    '/api/center/sessions',
    '/api/center/sessions/{id}/end',
    '/api/center/tickets',
    '/api/checkins',
    '/api/clue',
    '/api/clue/joint',
    '/api/code',
    '/api/decision-books',
    '/api/kiosk/list',
    '/api/kiosk/state',
    '/api/kiosk/undo',
    '/api/kiosk/unpair',
    '/api/logout',
    '/api/school/collect/{id}',
    '/api/school/corrections',
    '/api/school/graduate/likes',
    '/api/school/graduate/likes',
    '/api/school/questions',
    '/api/school/view/likes',
    '/api/school/view/likes',
    '/api/school_collect/{id}',
    '/api/tickets',
  ])
  expect(operations.filter(({ operation }) => '401' in operation.responses)).toEqual(personal)
})
