const errorResponse = 0x45
const query = 0x51
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const readyForQuery = 0x5a
const copyInResponse = 0x47
const codeField = 0x43

/**
 * Detects an unreliable engine in an exchange of the wire protocol: an error of class XX (internal error, corruption) or an
 * incomplete answer. Returns the reason, or undefined.
 */
export function engineFault(request: Buffer, reply: Buffer): string | undefined {
  let last = 0
  for (let at = 0; at + 5 <= reply.length; at += 1 + reply.readUInt32BE(at + 1)) {
    last = reply[at] ?? 0
    if (last !== errorResponse) continue
    const code = sqlState(reply.subarray(at + 5, at + 1 + reply.readUInt32BE(at + 1)))
    if (code.startsWith('XX')) return `engine error ${code}`
  }
  const wantsAnswer = request[0] === query || request.subarray(-sync.length).equals(sync)
  if (wantsAnswer && last !== readyForQuery && last !== copyInResponse) return 'engine gave no whole answer'
  return undefined
}

/** SQLSTATE of an ErrorResponse, whose fields are a type byte and a zero-terminated text each. */
function sqlState(fields: Buffer): string {
  for (let at = 0; at < fields.length && fields[at] !== 0;) {
    const end = fields.indexOf(0, at + 1)
    if (end < 0) break
    if (fields[at] === codeField) return fields.toString('latin1', at + 1, end)
    at = end + 1
  }
  return ''
}
