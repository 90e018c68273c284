/** What loaders and the action of a page returned. */
type PageData = { loaderData: object; actionData: object | null; errors: object | null }

type Deferred = { holder: Record<string, unknown>; key: string; value: Promise<unknown> }

/**
 * A page's data for inlining as JSON, which is two thirds as long as Remix's stream, needs no decoding, and one
 * script instead of five hashes in a cached page's policy. With `waits`, deferred data is awaited and put in its
 * place. Undefined when data is still deferred, failed, or is not JSON-serializable: then Remix streams it.
 */
export async function inlineLoaderData(
  { loaderData, actionData, errors }: PageData,
  waits: boolean,
): Promise<object | undefined> {
  const data = { loaderData, actionData, errors }
  const deferred: Deferred[] = []
  if (!isJsonSerializable(data, deferred)) return undefined
  if (deferred.length > 0 && !(waits && (await resolveDeferred(deferred)))) return undefined
  return data
}

/** Whether a value is JSON-serializable without loss; promises in it are collected in `deferred`. */
function isJsonSerializable(value: unknown, deferred: Deferred[]): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((item) => isJsonSerializable(item, deferred))
  return isRecord(value) && Object.keys(value).every((key) => isJsonSerializableAt(value, key, deferred))
}

function isJsonSerializableAt(holder: Record<string, unknown>, key: string, deferred: Deferred[]): boolean {
  const value = holder[key]
  // In a script's object literal this name would set the prototype.
  if (key === '__proto__') return false
  if (value instanceof Promise) return deferred.push({ holder, key, value }) > 0
  return value === undefined || isJsonSerializable(value, deferred)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Replaces deferred values by their results; false when one failed or is not JSON-serializable. */
async function resolveDeferred(deferred: readonly Deferred[]): Promise<boolean> {
  try {
    const values = await Promise.all(deferred.map(({ value }) => value))
    const later: Deferred[] = []
    if (!values.every((value) => value === undefined || isJsonSerializable(value, later)) || later.length > 0)
      return false
    for (const [index, { holder, key }] of deferred.entries()) holder[key] = values[index]
    return true
  } catch {
    return false
  }
}
