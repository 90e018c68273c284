/** Retention of personal data in days after its last contact, end or use; the privacy policy states the same. */
export const retentionDays = {
  /** After the last contact; the rest is anonymous. Also after a question was asked, or a report of an error answered. */
  lead: 180,
  /** After it was opened: a family's decision book. */
  decisionBook: 180,
  idempotencyKey: 2,
  /** After the end of its window: counts of rate limits by network, wrong codes included. */
  limit: 1,
  /** The record that a code was sent; the code itself is cleared when it expires. */
  code: 30,
  /** After its end; also the maximum lifetime of a login. */
  session: 90,
  /** Idle timeout of a login. */
  idleSession: 30,
  /** After its withdrawal, or the anonymisation of its request. */
  consent: 3 * 365,
  /** Of a note on a school, after the school was taken from the favourites. */
  removedNote: 30,
  /** After the event. */
  event: 90,
  /** Of the record that somebody was deleted: longer than backups from before it are to last (30 days). */
  deletion: 60,
  doneJob: 30,
  /** Drafts of content that were published or thrown away; the history of the row stays. */
  finishedDraft: 90,
  /** Pictures that were uploaded and that no draft names. */
  unusedPicture: 7,
  /** Records of who changed or took out what, and with them the names of members who left. */
  accessLog: 3 * 365,
} as const
