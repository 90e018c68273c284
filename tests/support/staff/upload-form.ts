/** The form by which files are sent to the API for staff, with more fields; those without a value are left out. */
export function uploadForm(
  files: readonly File[],
  fields: Readonly<Record<string, string | number | undefined>> = {},
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  for (const file of files) form.append('file', file)
  return form
}
