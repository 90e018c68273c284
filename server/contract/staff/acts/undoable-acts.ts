/** Acts of members that can be undone. */
export const undoableActs = ['lead_call', 'lead_later', 'lead_batch'] as const
export type UndoableAct = (typeof undoableActs)[number]

/** For how long an act can be undone, in minutes. */
export const undoMinutes = 10

/** Records of one act at most. */
export const mostInBatch = 200
