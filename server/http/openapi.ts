import { z } from 'zod'
import { codes, deviceCodes, httpStatusOf } from '#server/contract/codes.ts'
import type { Endpoint } from '#server/contract/endpoint.ts'

type Json = Record<string, unknown>

const loginCodes = [
  codes.noToken,
  codes.unknownToken,
  codes.tokenExpired,
  codes.tokenRevoked,
  codes.accountClosed,
  codes.replacedByOtherLogin,
]

/** The OpenAPI 3.1 document of the given calls. */
export function describeApi(endpoints: readonly Endpoint[]): Json {
  const paths = new Map<string, Json>()
  for (const endpoint of endpoints) {
    const operations = paths.get(endpoint.path) ?? {}
    paths.set(endpoint.path, { ...operations, [endpoint.method.toLowerCase()]: operationOf(endpoint) })
  }
  return {
    openapi: '3.1.1',
    info: {
      title: '选校网接口',
      version: '1.0.0',
      description:
        '每个回答都是 {code, message, data}：code 为 1000 表示成功，其余为拒绝的原因，data.fields 按名称说明哪些参数不正确。' +
        '登录凭证放在请求头 token 中。参数重复时取第一个（可多选的参数除外），空值（JSON 里的 null 和空字符串）等于未填，除非这一项写明可以为空；未知参数被忽略。' +
        'grade、year、identity、stay、bus、near 说明一个孩子：入学年级、入学年份、户籍或护照、走读或住校、坐不坐校车、从哪里出发；' +
        '有了它们，学校的 child 就是对这个孩子的回答，学费按这个年级算。' +
        '请求体为 JSON 或表单，UTF-8 编码，不超过 64 KiB，嵌套不超过 8 层。' +
        '请求方式不对（405）与内容类型不对（415）的 code 为 1001。',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Refusal: refusalSchema() },
      responses: { Refusal: { description: '拒绝', content: jsonContent(refusalRef) } },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        device: { type: 'apiKey', in: 'header', name: 'device' },
      },
    },
  }
}

const refusalRef = { $ref: '#/components/schemas/Refusal' }

function operationOf(endpoint: Endpoint): Json {
  const { method, path, summary } = endpoint
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
  const fields = Object.entries(endpoint.input.shape)
  const parameters = fields.filter(([name]) => method === 'GET' || inPath.has(name))
  const body = fields.filter(([name]) => method === 'POST' && !inPath.has(name))
  return {
    operationId: operationIdOf(method, path),
    tags: [path.split('/')[2] ?? ''],
    summary,
    parameters: [
      ...parameters.map(([name, field]) => parameterOf(name, field, inPath.has(name))),
      ...(endpoint.headers ?? []).map(headerOf),
    ],
    ...(body.length > 0 ? { requestBody: requestBodyOf(Object.fromEntries(body)) } : {}),
    responses: {
      200: { description: '成功', content: jsonContent(successSchema(endpoint)) },
      ...Object.fromEntries(refusalStatuses(endpoint).map((status) => [status, refusalResponseRef])),
    },
    ...securityOf(endpoint),
  }
}

function securityOf({ login, device, recognises = false }: Endpoint): Json {
  if (login === 'required') return { security: [{ token: [] }] }
  if (recognises) return { security: [{}, { token: [] }] }
  if (device === 'required') return { security: [{ device: [] }] }
  return device === 'optional' ? { security: [{}, { device: [] }] } : {}
}

const refusalResponseRef = { $ref: '#/components/responses/Refusal' }

function parameterOf(name: string, field: z.core.$ZodType, inPath: boolean): Json {
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, 'input'),
  }
}

function headerOf(name: string): Json {
  return { name, in: 'header', required: false, schema: { type: 'string' } }
}

function requestBodyOf(shape: Readonly<Record<string, z.core.$ZodType>>): Json {
  const schema = schemaOf(z.object(shape), 'input')
  return {
    required: true,
    content: { ...jsonContent(schema), 'application/x-www-form-urlencoded': { schema } },
  }
}

function successSchema(endpoint: Endpoint): Json {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { const: codes.success },
      message: { type: 'string' },
      data: schemaOf(endpoint.data, 'output'),
    },
  }
}

function refusalSchema(): Json {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { enum: Object.values(codes).filter((code) => code !== codes.success) },
      message: { type: 'string' },
      data: {
        type: 'object',
        properties: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    },
  }
}

function refusalStatuses(endpoint: Endpoint): number[] {
  const { method, path, login, device, recognises = false, refusals: own = [] } = endpoint
  const refusals = [
    codes.invalidInput,
    ...(login === 'required' || recognises ? loginCodes : []),
    ...(device === 'none' ? [] : deviceCodes),
    ...(path.includes('{') ? [codes.notFound] : []),
    ...(method === 'POST' ? [codes.tooLarge] : []),
    ...own,
    codes.internal,
    codes.notNow,
  ]
  return [...new Set(refusals.map(httpStatusOf))]
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const options = { io, unrepresentable: 'any', override: simplify } as const
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, options)
  return json
}

/**
 * Removes schema keywords that tell a reader nothing, and `additionalProperties: false`, since answers may gain fields.
 */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** `GET /api/school/view-detail/{id}` becomes `getSchoolViewDetailById`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^a-zA-Z0-9]+/)
  return [
    method.toLowerCase(),
    ...words.filter(Boolean).map((word) => word[0]?.toUpperCase() + word.slice(1)),
  ].join('')
}
