/**
 * The fields of a posted form: the first value of each name, trimmed, without empty ones. A line break is one character,
 * as `maxlength` counts it; browsers send two.
 */
export async function readForm(request: Request): Promise<Readonly<Record<string, string>>> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(await request.text())) {
    if (!fields.has(name) && value.trim() !== '') fields.set(name, value.trim().replaceAll('\r\n', '\n'))
  }
  return Object.fromEntries(fields)
}
