import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { schoolColumns, sourceColumns, type SourceColumn } from '#server/contract/catalogue/school-columns.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import { checkImport, listImports, publishImport } from '#server/contract/staff/imports.ts'
import { sourceKinds } from '#server/contract/vocabulary.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { fileOf } from '../../access/carried-file.server.ts'
import { readFields, readValues } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Field } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { exportsPath, importsPath, undoImportPath, withDone } from '../../paths.ts'
import { ImportReport } from './import-report.tsx'
import { beginTable } from './begin-table.server.ts'
import { readGivenFiles } from './given-files.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('导入', page)

/** Milliseconds that checking or importing some thousand rows may take. */
const timeout = 60_000

/**
 * `/staff/imports/`: checks files, or a pasted table, and imports them when that is confirmed; the imports so far. With a fact the
 * table has the schools that lack it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const asked = filtersIn(args.request, ['fact', 'city_code'])
  const [imports, begun] = await Promise.all([api.load(listImports, {}), beginTable(api, asked)])
  return { ...imports, ...(begun === undefined ? {} : { begun }) }
}

/** Checks files without storing them; with the version of such a check they are imported if nothing has changed since. */
export async function action(args: ActionFunctionArgs) {
  const files = await readGivenFiles(args.request)
  const { version, partly, pasted, ...fields } = await readFields(args.request)
  const columns = await readValues(args.request, 'columns')
  if ('message' in files) return refused({ problem: files, checked: undefined, source: undefined, pasted })
  const source = pick(fields, sourceColumns)
  const api = staffApi(args)
  const file = files.map(fileOf)
  if (version !== undefined) {
    const reply = await api.send(publishImport, { ...source, file, columns, partly, version }, { timeout })
    if (!reply.ok) return refused({ problem: problemOf(reply), checked: undefined, source, pasted })
    if (reply.data.stored)
      throw redirect(withDone(importsPath, reply.data.run === undefined ? 'unchanged' : 'imported'), 303)
    const checked = { files, columns, report: reply.data, version: undefined }
    return { problem: undefined, source, pasted, checked }
  }
  const reply = await api.send(checkImport, { ...source, file, columns }, { timeout })
  if (!reply.ok) return refused({ problem: problemOf(reply), checked: undefined, source, pasted })
  return {
    problem: undefined,
    source,
    pasted,
    checked: { files, columns, report: reply.data, version: reply.data.version },
  }
}

type Import = ReturnType<typeof useLoaderData<typeof loader>>['items'][number]

const columns = [
  { label: '第几次', cell: ({ id }: Import) => `第 ${id} 次`, noWrap: true, isHeading: true },
  { label: '时间', cell: ({ published_at }: Import) => <Moment at={published_at} />, noWrap: true },
  { label: '谁', cell: ({ operator }: Import) => operator },
  { label: '文件', cell: ({ files }: Import) => files.join('、') },
  {
    label: '结果',
    cell: ({ added, changed }: Import) => `新增 ${added}，修改 ${changed}`,
    noWrap: true,
  },
  {
    label: '撤销',
    cell: ({ id, undone_at, undone_by }: Import) =>
      undone_at === undefined ? (
        <Link to={undoImportPath(id)}>
          撤销<span className="vh">第 {id} 次导入</span>
        </Link>
      ) : (
        <>
          {undone_by} <Moment at={undone_at} /> 撤销
        </>
      ),
  },
]

export default function ImportsPage() {
  const { items, begun } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const pasted = answer?.pasted ?? begun?.table ?? ''
  const checked = answer?.checked
  return (
    <Page
      title="导入"
      intro={
        <>
          用表格改学校和内容：先到 <Link to={exportsPath}>导出</Link> 下载，改好以后在这里传上来。
        </>
      }
      done={{
        imported: '已导入，网站上已经看得到。',
        unchanged: '文件和网站上的内容一样，没有要改的。',
        undone: '已撤销。以前导出的表已不是最新的，再改之前请重新导出。',
      }}
    >
      {checked === undefined ? null : <ImportReport {...checked} source={answer?.source} />}
      <Section title={begun !== undefined ? begun.title : checked === undefined ? '选择文件' : '换一批文件'}>
        <StaffForm action={importsPath} encType="multipart/form-data" problem={answer?.problem}>
          <FilesField problem={answer?.problem} />
          <PastedField problem={answer?.problem} value={pasted} />
          <SourceFields problem={answer?.problem} source={answer?.source} />
          <SubmitButton>检查（还不导入）</SubmitButton>
        </StaffForm>
      </Section>
      <Section title="以前的导入">
        <DataTable
          caption="以前的导入"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          empty="还没有导入过。"
        />
      </Section>
    </Page>
  )
}

type Source = Readonly<Partial<Record<SourceColumn, string>>>

/** Where the facts of schools in the files come from: of rows that do not say it themselves. */
function SourceFields({
  problem,
  source = {},
}: {
  problem: FormProblem | undefined
  source?: Source | undefined
}) {
  const form = { values: source, problem }
  const { header, hint } = schoolColumns.source
  return (
    <>
      <Field
        label={header}
        name="source"
        form={form}
        optional
        hint={`${hint}。文件里自己写了来源的行以文件为准`}
      />
      <Field
        label={schoolColumns.source_kind.header}
        name="source_kind"
        form={form}
        optional
        choices={sourceKinds.map(({ slug, label }) => ({ value: slug, label }))}
        none="未注明"
      />
      <Field label={schoolColumns.source_url.header} name="source_url" form={form} optional />
      <Field
        label={schoolColumns.source_date.header}
        name="source_date"
        form={form}
        optional
        hint={schoolColumns.source_date.hint}
      />
    </>
  )
}

/** A table in the place of a file. */
function PastedField({ problem, value }: { problem: FormProblem | undefined; value: string }) {
  return (
    <Field
      label="或者粘贴表格"
      name="pasted"
      form={{ values: { pasted: value }, problem }}
      optional
      rows={value === '' ? 4 : 14}
      hint="从 Excel 或 WPS 里选中几列复制到这里；第一行是列名，和导出的一样，例如校名、城市、学段、来源、来源日期。空着的格子不改网站上的内容。选了文件时只看文件"
    />
  )
}

function FilesField({ problem }: { problem: FormProblem | undefined }) {
  return (
    <Field
      label="文件"
      name="file"
      form={{ values: {}, problem }}
      type="file"
      multiple
      accept=".csv,.tsv,.txt,.jsonl"
      hint="可以一次选几个，一共不超过 3 MB。文件名开头说明是什么，和导出的一样：schools.csv、news.csv、open-days.csv……Excel 和 WPS 请另存为 CSV 或“Unicode 文本”"
    />
  )
}
