import { factorField } from './factor-asked.ts'

/** Forms that were read, by their request: a session that ends meanwhile shows them again (`session-over.tsx`). */
const posted = new WeakMap<Request, FormData>()

/** The form of a request with all its values, files included. */
export async function readFormData(request: Request): Promise<FormData> {
  const known = posted.get(request)
  if (known !== undefined) return known
  const form = await request.formData()
  posted.set(request, form)
  return form
}

/** The second factor that was posted with a request and read; undefined where none was asked for. */
export function postedFactor(request: Request): string | undefined {
  const value = posted.get(request)?.get(factorField)
  return typeof value === 'string' ? value.trim() : undefined
}

/**
 * The texts of a form: the first value of each name, trimmed, with line breaks of one character, empty ones included,
 * without files and the second factor.
 */
export async function readFields(request: Request): Promise<Readonly<Record<string, string>>> {
  const fields = new Map<string, string>()
  for (const [name, value] of await readFormData(request)) {
    if (!fields.has(name) && name !== factorField && typeof value === 'string')
      fields.set(name, value.trim().replaceAll('\r\n', '\n'))
  }
  return Object.fromEntries(fields)
}

/** All values of one name of a form that are not empty. */
export async function readValues(request: Request, name: string): Promise<string[]> {
  const values = (await readFormData(request)).getAll(name)
  return values.flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []))
}

/** The texts that were posted with a request and read, in their order; files are left out. */
export function postedTexts(request: Request): [name: string, value: string][] {
  return [...(posted.get(request) ?? [])].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== factorField ? [[name, value]] : [],
  )
}

/** Whether files with content were posted with a request. */
export function hasPostedFiles(request: Request): boolean {
  return [...(posted.get(request) ?? [])].some(([, value]) => typeof value !== 'string' && value.size > 0)
}
