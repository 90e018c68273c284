/** What loaders and the action of a page returned. */
type PageData = { loaderData: object; actionData: object | null; errors: object | null }

type Deferred = { holder: Record<string, unknown>; key: string; value: Promise<unknown> }

/**
 * A page's data as it is, when all of it is there: as JSON inside the document it is two thirds as long as Remix's stream and
 * needs no decoding, and the document has one script for it, which stands for five hashes in a kept page's policy.
 * `waits` for what comes late, and puts it in its place. Undefined when something is still to come, failed, or is more than
 * JSON can say: the page's data is streamed then.
 */
export async function inlineLoaderData(
  { loaderData, actionData, errors }: PageData,
  waits: boolean,
): Promise<object | undefined> {
  const data = { loaderData, actionData, errors }
  const late: Deferred[] = []
  if (!isJsonSerializable(data, late)) return undefined
  if (late.length > 0 && !(waits && (await resolveDeferred(late)))) return undefined
  return data
}

/** Whether a value and all in it is the same after JSON; what is awaited in it is gathered in `late`. */
function isJsonSerializable(value: unknown, late: Deferred[]): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((item) => isJsonSerializable(item, late))
  return isRecord(value) && Object.keys(value).every((key) => isJsonSerializableAt(value, key, late))
}

function isJsonSerializableAt(holder: Record<string, unknown>, key: string, late: Deferred[]): boolean {
  const value = holder[key]
  // In the text of a script this name would set the prototype.
  if (key === '__proto__') return false
  if (value instanceof Promise) return late.push({ holder, key, value }) > 0
  return value === undefined || isJsonSerializable(value, late)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Puts what was awaited in its place; false when it failed, or brought what JSON cannot say. */
async function resolveDeferred(late: readonly Deferred[]): Promise<boolean> {
  try {
    const values = await Promise.all(late.map(({ value }) => value))
    const later: Deferred[] = []
    if (!values.every((value) => value === undefined || isJsonSerializable(value, later)) || later.length > 0)
      return false
    for (const [index, { holder, key }] of late.entries()) holder[key] = values[index]
    return true
  } catch {
    return false
  }
}
