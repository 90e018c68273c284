import { maxImportBytes, maxImportFiles } from '#server/contract/staff/imports.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { carriedOf, type CarriedFile } from '../../access/carried-file.server.ts'
import { readFormData } from '../../access/posted-form.server.ts'

/** The name of a pasted table in the list of imports. */
const pastedName = '粘贴的表格.tsv'

/**
 * Reads the files of a form: uploaded ones, else a table that was pasted (`pasted`), else those that were checked before (`name`
 * and `content` in pairs). A problem for none, for too many, and for too large ones.
 */
export async function readGivenFiles(request: Request): Promise<CarriedFile[] | FormProblem> {
  const form = await readFormData(request)
  const uploaded = form
    .getAll('file')
    .flatMap((file) => (file instanceof File && file.size > 0 ? [file] : []))
  if (uploaded.length > maxImportFiles) return problem(`一次最多 ${maxImportFiles} 个文件`)
  if (uploaded.reduce((sum, { size }) => sum + size, 0) > maxImportBytes)
    return problem(`文件一共最大 ${maxImportBytes / 1024 / 1024} MB，请分几次导入，或请技术人员用命令导入`)
  if (uploaded.length > 0) return Promise.all(uploaded.map(carriedOf))
  const [pasted = ''] = texts(form, 'pasted')
  if (pasted.length > maxImportBytes) return problem('粘贴的表格太大，请存成文件再传', 'pasted')
  if (pasted.trim() !== '') return [await carriedOf(new File([pasted], pastedName))]
  const names = texts(form, 'name')
  const contents = texts(form, 'content')
  const checked = names.flatMap((name, place) => {
    const content = contents[place]
    return content === undefined ? [] : [{ name, content }]
  })
  return checked.length > 0 ? checked : problem('请选择文件，或粘贴表格')
}

function texts(form: FormData, name: string): string[] {
  return form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value] : []))
}

function problem(message: string, field = 'file'): FormProblem {
  return { message, fields: { [field]: message }, status: 400 }
}
