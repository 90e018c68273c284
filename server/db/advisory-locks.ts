/** The number of each advisory lock of the database: two that shared one would wait for each other. */
export const advisoryLocks = {
  migrations: 727_272,
  imports: 727_273,
  sends: 727_274,
  leadNotifications: 727_275,
  openDayNotices: 727_276,
  ticketMessages: 727_277,
  eventNames: 727_281,
  leadDigests: 727_282,
  members: 727_283,
  openDayNames: 727_284,
  reminders: 727_285,
} as const
