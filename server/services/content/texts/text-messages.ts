/** What became of a text: as it is stored, or why it is not read. */
export type TextReply = { stored: string } | { why: string }

/** What the thread sends first, once it can read. */
export const readyMessage = 'ready'
