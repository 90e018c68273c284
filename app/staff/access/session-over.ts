/** What an action throws, with status 401, when the session ended before the form was sent: nothing typed is lost. */
export type SessionOver = {
  sessionOver: true
  /** Where the form is sent again, as the browser knows the address. */
  action: string
  texts: [name: string, value: string][]
  /** Whether there were files too, which must be chosen again. */
  hadFiles: boolean
}

/** Whether data of an error page is that of a session that is over. */
export function isSessionOver(data: unknown): data is SessionOver {
  return typeof data === 'object' && data !== null && 'sessionOver' in data
}
