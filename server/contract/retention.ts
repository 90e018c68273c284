/** How long what is kept of people is kept, in days after its last contact, end or use. The privacy policy says the same. */
export const retentionDays = {
  /** After the last contact; what is left then names nobody. */
  lead: 180,
  idempotencyKey: 2,
  /** After the end of its window: what limits counted of a network address, wrong codes too. */
  limit: 1,
  /** That a code was sent; the code itself is emptied when it is over. */
  code: 30,
  /** After its end; also the longest that a login lasts. */
  session: 90,
  /** Without use a login ends. */
  idleSession: 30,
  /** After it was withdrawn, or its request made anonymous. */
  consent: 3 * 365,
  /** After the event. */
  event: 90,
  doneJob: 30,
} as const
