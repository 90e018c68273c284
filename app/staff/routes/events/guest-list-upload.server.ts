import { maxGuestListBytes } from '#server/contract/staff/guests.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { carriedOf, type CarriedFile } from '../../access/carried-file.server.ts'
import { readFields, readFormData } from '../../access/posted-form.server.ts'

/** A guest list that a form brought, and what kind of guests it holds. */
type GivenList = CarriedFile & { kind: string }

/** Name of a list that was pasted. */
const pastedName = '粘贴的名单.csv'

/**
 * Reads the guest list of a form: an uploaded file, else a pasted table, else one that was checked before. A problem for
 * none and for one that is too large.
 */
export async function readGivenList(request: Request): Promise<GivenList | FormProblem> {
  const form = await readFormData(request)
  const { kind = '', name = '', content = '', text = '' } = await readFields(request)
  const file = form.get('file')
  if (file instanceof File && file.size > 0) {
    if (file.size > maxGuestListBytes)
      return problem(`名单最大 ${maxGuestListBytes / 1024} KB，请分成几个文件`)
    return { kind, ...(await carriedOf(file)) }
  }
  if (text !== '') {
    const bytes = Buffer.from(text, 'utf8')
    if (bytes.length > maxGuestListBytes) return problem('粘贴的内容太多，请存成文件上传', 'text')
    return { kind, ...(await carriedOf(new File([text], pastedName))) }
  }
  if (content !== '') return { kind, name, content }
  return problem('请选择文件，或粘贴名单')
}

function problem(message: string, field = 'file'): FormProblem {
  return { message, fields: { [field]: message }, status: 400 }
}
