import { z } from 'zod'
import { phone } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** Ends every session of a phone's account, as after the loss of the phone; the account stays. `ended`: how many there were. */
export const endVisitorSessions = staffEndpoint({
  method: 'POST',
  path: '/api/staff/visitor-sessions/end',
  summary: '结束家长的全部登录',
  right: 'visitor_sessions.write',
  input: z.object({ phone }),
  data: z.object({ ended: z.int() }),
})
