import type { z } from 'zod'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import type { BodyLimits } from '../read-body.ts'
import { inputReader } from '../read-input.ts'
import { jsonResponse, successText } from '../respond.ts'
import type { MemberTurns } from './member-turns.ts'

/** The request as an endpoint for staff gets it. */
type StaffAsked = {
  request: Request
  /** Path parameters by name, decoded. */
  path: Readonly<Record<string, string>>
  /** The client's address as the edge determined it. */
  address: string | undefined
  /** Authenticates the member and checks the endpoint's right; throws 1100 to 1103 or 1403. */
  authorise: () => Promise<Staff>
}

/** An endpoint for staff with its handler. */
export type ServedStaffEndpoint = {
  endpoint: StaffEndpoint
  answer: (asked: StaffAsked) => Promise<Response>
}

type Call<Input extends z.ZodObject> = {
  input: z.output<Input>
  request: Request
  address: string | undefined
}

type Handler<Input extends z.ZodObject, Data extends z.ZodType, More> = (
  call: Call<Input> & More,
) => Promise<z.input<Data>>

/**
 * Serves an endpoint for staff: `handler` runs only for a member with the endpoint's right. What the right leaves open is
 * the handler's: members of the role `school` reach their own school alone (`schoolScope`, `assertReachable`), and every
 * change or look at personal data adds a row to the access log in its transaction:
 *
 * ```ts
 * serveStaff(markLead, ({ input, staff }) =>
 *   db.transaction(async (tx) => {
 *     …
 *     await noteAccess(tx, { staff, command: 'staff leads contacted', record: `lead:${input.reference}`, changes })
 *   }),
 * )
 * ```
 *
 * `limits`: those of the body; `inTurn`: the member's turns, in which a costly call reads its body and is answered.
 */
export function serveStaff<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: StaffEndpoint<Input, Data>,
  handler: Handler<Input, Data, { staff: Staff }>,
  { inTurn = atOnce, ...limits }: { inTurn?: MemberTurns } & BodyLimits = {},
): ServedStaffEndpoint {
  if (endpoint.right === 'none') throw new Error(`${endpoint.path}: the contract asks for no right`)
  const readInput = inputReader(endpoint, limits)
  return {
    endpoint,
    async answer({ request, path, address, authorise }) {
      const staff = await authorise()
      return inTurn(staff.id, async () => {
        const input = await readInput(request, path)
        return answerOf(endpoint, await handler({ input, request, address, staff }))
      })
    },
  }
}

const atOnce: MemberTurns = (_member, task) => task()

/** Serves a call of the login, which needs no session. */
export function serveStaffLogin<Input extends z.ZodObject, Data extends z.ZodType>(
  endpoint: StaffEndpoint<Input, Data>,
  handler: Handler<Input, Data, unknown>,
): ServedStaffEndpoint {
  if (endpoint.right !== 'none') throw new Error(`${endpoint.path}: the contract asks for a right`)
  const readInput = inputReader(endpoint)
  return {
    endpoint,
    async answer({ request, path, address }) {
      const input = await readInput(request, path)
      return answerOf(endpoint, await handler({ input, request, address }))
    },
  }
}

function answerOf<Data extends z.ZodType>({ data }: { data: Data }, given: z.input<Data>): Response {
  return jsonResponse(successText(data.parse(given)), 'never')
}
