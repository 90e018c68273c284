import { z } from 'zod'
import { idempotencyKey } from '../../leads/clue.ts'
import type { StaffRight } from '../roles.ts'
import { staffEndpoint } from '../staff-endpoint.ts'
import { mostInBatch } from './undoable-acts.ts'

/**
 * Why a record stays as it is: unknown to the caller; cancelled or withdrawn; another member's; somebody is about to call its
 * phone; no consent names its school; a booking of an open day; as the act would make it already.
 */
export const batchFaults = [
  'unknown',
  'over',
  'assigned',
  'claimed',
  'no-consent',
  'booking',
  'already',
] as const
export type BatchFault = (typeof batchFaults)[number]

/** A record of an act: its reference or number, what it is called where the caller may see it, and why it stays as it is. */
export const batchRow = z.object({
  record: z.string(),
  title: z.string().optional(),
  why: z.enum(batchFaults).optional(),
})
export type BatchRow = z.output<typeof batchRow>

/**
 * The two calls of acts with several records of a list. The first one says what the act would do now: to `records`, or with
 * `all` to all that match the filters of the list, of which `more` are left out behind the first `mostInBatch`. The second one
 * does it, once for a `key`, and gives the act (`getAct`). Each record is one line of the access log, and the act another one.
 */
export function batchEndpoints<
  const Act extends readonly [string, ...string[]],
  Values extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
>({
  path,
  noun,
  right,
  acts,
  record,
  values,
  filters,
}: {
  /** The address of the second call. */
  path: `/api/staff/${string}-batch`
  /** What the records are called. */
  noun: string
  right: StaffRight
  acts: Act
  /** A record's reference or number. */
  record: z.ZodType<string>
  /** What acts are told beside the records. */
  values: Values
  /** The filters of the list. */
  filters: Filters
}) {
  const act = z.enum(acts, '请选择要做什么')
  const records = z.array(record).max(mostInBatch, `一次最多 ${mostInBatch} 条`)
  return {
    check: staffEndpoint({
      method: 'POST',
      path: `${path}/check` as const,
      summary: `检查一批${noun}`,
      right,
      input: z.object({ act, ...values, records: records.default([]), all: z.object(filters).optional() }),
      data: z.object({ rows: z.array(batchRow), more: z.int() }),
    }),
    run: staffEndpoint({
      method: 'POST',
      path,
      summary: `处理一批${noun}`,
      right,
      input: z.object({
        act,
        ...values,
        records: records.min(1, `请选择${noun}`),
        key: idempotencyKey,
      }),
      data: z.object({ act: z.int() }),
    }),
  }
}
