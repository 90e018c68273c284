/** Codes of the API's envelope, each with an HTTP status (specification section 8). */
export const codes = {
  success: 1000,
  invalidInput: 1001,
  accountClosed: 1006,
  noToken: 1100,
  unknownToken: 1101,
  tokenExpired: 1102,
  tokenRevoked: 1103,
  replacedByOtherLogin: 1300,
  forbidden: 1403,
  notFound: 1404,
  conflict: 1409,
  tooLarge: 1413,
  tooMany: 1429,
  internal: 1500,
  notNow: 1503,
} as const

/** A code of an envelope. */
export type Code = (typeof codes)[keyof typeof codes]

const statuses = new Map<number, number>([
  [codes.success, 200],
  [codes.invalidInput, 400],
  [codes.accountClosed, 401],
  [codes.noToken, 401],
  [codes.unknownToken, 401],
  [codes.tokenExpired, 401],
  [codes.tokenRevoked, 401],
  [codes.replacedByOtherLogin, 401],
  [codes.forbidden, 403],
  [codes.notFound, 404],
  [codes.conflict, 409],
  [codes.tooLarge, 413],
  [codes.tooMany, 429],
  [codes.internal, 500],
  [codes.notNow, 503],
])

/** HTTP status of an envelope's code; 500 for an unknown code. */
export function httpStatusOf(code: number): number {
  return statuses.get(code) ?? 500
}

const loggedOutCodes = new Set<number>([
  codes.accountClosed,
  codes.tokenRevoked,
  codes.noToken,
  codes.unknownToken,
  codes.tokenExpired,
  codes.replacedByOtherLogin,
])

/** Codes that refuse the token of a check-in device. */
export const deviceCodes: readonly number[] = [codes.noToken, codes.unknownToken, codes.tokenRevoked]

/** Whether a code means that a check-in device is not paired, or not any more. */
export function isDeviceRefused(code: number): boolean {
  return deviceCodes.includes(code)
}

/** Whether a code means 没有登录 (specification section 8). */
export function isLoggedOutCode(code: number): boolean {
  return loggedOutCodes.has(code)
}
