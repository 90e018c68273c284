/** How staff want the kiosk to work: by the last answers, or as they say. */
export type LineMode = 'auto' | 'online' | 'offline'

/** What the last answers of the server say of the network. */
export type Line = {
  readonly online: boolean
  /** Time of the last answers in ms, oldest first; undefined for one that did not come. */
  readonly answers: readonly (number | undefined)[]
}

const remembered = 5
const failuresThatCut = 2
const answersThatMend = 2
/** A mean above this is as good as no network, in ms. */
const tooSlow = 3000

/** A line of which nothing is known yet. */
export const freshLine: Line = { online: true, answers: [] }

/**
 * The line after one more answer. It is cut by two failures among the last five answers, or by a mean of 3 s and more;
 * it is mended by two answers in a row that came in time.
 */
export function afterAnswer({ online, answers }: Line, took: number | undefined): Line {
  if (!online && took === undefined) return { online, answers: [] }
  const last = [...answers, took].slice(-remembered)
  const came = last.filter((each) => each !== undefined)
  const mean = came.reduce((sum, each) => sum + each, 0) / Math.max(1, came.length)
  if (online) {
    const isCut = last.length - came.length >= failuresThatCut || mean >= tooSlow
    return isCut ? { online: false, answers: [] } : { online, answers: last }
  }
  const isMended = last.length >= answersThatMend && mean < tooSlow
  return isMended ? { online: true, answers: [] } : { online, answers: last }
}

/** Whether a check-in waits for the server's word: as staff say, else by the last answers. */
export function isOnline(line: Line, mode: LineMode): boolean {
  return mode === 'auto' ? line.online : mode === 'online'
}
