import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { exportKinds, recordKinds, recordsWanted } from '#server/contract/staff/exports.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { assertFactorNotAsked } from '../../access/file-response.server.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Field } from '../../parts/field.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { contentFilePath, recordsFilePath } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('导出', page)

const fieldNames = ['kind', 'since', 'until', 'school', 'event', 'references', 'format'] as const
const formatChoices = [
  { value: 'csv', label: 'CSV，给人看（中文列名，北京时间）' },
  { value: 'csv-en', label: 'CSV，给程序用' },
  { value: 'jsonl', label: 'JSON 行' },
]

/** `/staff/exports/`: files of content in the import's format, and of records. Refused values come back in the query. */
export async function loader(args: LoaderFunctionArgs) {
  const { rights } = await staffApi(args).load(getStaffMe, {})
  const values = filtersIn(args.request, fieldNames)
  assertFactorNotAsked(args.request, { action: recordsFilePath, values })
  return {
    mayExportContent: rights.includes('exports.content'),
    mayExportRecords: rights.includes('exports.records'),
    values,
    problem: problemIn(values),
  }
}

/** Why the values of the form were refused: asked of the contract, as the API did. */
function problemIn(values: Readonly<Record<string, string>>) {
  if (Object.keys(values).length === 0) return undefined
  const read = recordsWanted.safeParse(values)
  if (read.success) return undefined
  const fields = Object.fromEntries(
    read.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]),
  )
  return { message: '请检查下面的内容', fields, status: 400 }
}

type Kind = (typeof exportKinds)[number]

const columns = [
  { label: '内容', cell: ({ label }: Kind) => label, isHeading: true },
  {
    label: '文件',
    cell: (kind: Kind) => (
      <>
        <FileLink kind={kind} format="csv" />
        {wideSpace}
        {kind.isList ? null : (
          <>
            <FileLink kind={kind} format="jsonl" />
            {wideSpace}
          </>
        )}
        <FileLink kind={kind} format="template" />
      </>
    ),
  },
]

/** As an expression: white space at the end of a line of JSX is dropped. */
const wideSpace = '\u3000'

const linkTexts = { csv: 'CSV', jsonl: 'JSON 行', template: '空白模板' } as const

function FileLink({ kind, format }: { kind: Kind; format: keyof typeof linkTexts }) {
  return (
    <Link reloadDocument to={contentFilePath(kind.slug, format)}>
      {linkTexts[format]}
      <span className="vh">：{kind.label}</span>
    </Link>
  )
}

export default function ExportsPage() {
  const { mayExportContent, mayExportRecords, values, problem } = useLoaderData<typeof loader>()
  const form = { values, problem }
  return (
    <Page title="导出" intro="下载的文件和导入用的格式一样，改好以后可以导回来。图片不在文件里。">
      {mayExportRecords ? (
        <Section title="线索、签到和提问">
          <div id="records">
            <p className="soft">
              文件里有家长的姓名和电话。谁在什么时候导出了多少行，都写进“记录”；每一行带导出编号、导出人和时间，流出去能查到是哪一次。一天最多
              20 个文件。
            </p>
            <StaffForm action={recordsFilePath} problem={problem} reloadDocument>
              <Field
                label="导出什么"
                name="kind"
                form={form}
                choices={recordKinds.map(({ slug, label }) => ({ value: slug, label }))}
              />
              <Field label="从哪天" name="since" form={form} type="date" />
              <Field label="到哪天" name="until" form={form} type="date" optional hint="含这一天" />
              <Field
                label="学校编号"
                name="school"
                form={form}
                optional
                inputMode="numeric"
                hint="只要一所学校的线索或提问时填：学校页面网址 /school/编号/ 里的数字"
              />
              <Field
                label="活动编号"
                name="event"
                form={form}
                optional
                inputMode="numeric"
                hint="只要一场活动的签到时填：活动页面网址 /events/编号/ 里的数字"
              />
              <Field label="格式" name="format" form={form} choices={formatChoices} />
              <p>
                <SubmitButton>下载</SubmitButton>
              </p>
            </StaffForm>
          </div>
        </Section>
      ) : null}
      {mayExportContent ? (
        <Section title="学校和内容">
          <DataTable
            caption="学校和内容"
            columns={columns}
            rows={exportKinds}
            keyOf={({ slug }) => slug}
            empty=""
          />
        </Section>
      ) : null}
    </Page>
  )
}
