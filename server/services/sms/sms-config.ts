/** Who sends codes to phones. */
export type SmsConfig = { sender: 'console' }
