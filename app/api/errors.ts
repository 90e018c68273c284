/** The visitor is not logged in: codes 1006, 1100 to 1103 and 1300 (specification section 8). */
export class NotLoggedInError extends Error {
  readonly code: number
  constructor(code: number) {
    super('没有登录')
    this.name = 'NotLoggedInError'
    this.code = code
  }
}

/** The API gave no envelope: its text when it sent one, else 请求错误 (specification section 8). */
export class TransportError extends Error {
  /** Whether the text is meant for the visitor's eyes (a toast). */
  readonly shown: boolean
  constructor(message: string, shown: boolean) {
    super(message)
    this.name = 'TransportError'
    this.shown = shown
  }
}
