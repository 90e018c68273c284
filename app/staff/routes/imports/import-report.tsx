import type { z } from 'zod'
import { exportKinds } from '#server/contract/staff/exports.ts'
import type { publishImport } from '#server/contract/staff/imports.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { importsPath } from '../../paths.ts'
import styles from './import-report.module.css'

type Report = Pick<
  z.output<typeof publishImport.data>,
  'problems' | 'problem_count' | 'notices' | 'differences' | 'sums'
>
type RowProblem = Report['problems'][number]
type Sum = Report['sums'][number]

type Props = {
  files: readonly { name: string; content: string }[]
  report: Report
  /** The content's version that the files were checked at; absent: they cannot be imported as they are. */
  version: number | undefined
  /** What the form said of the source of the files. */
  source: Readonly<Record<string, string | undefined>> | undefined
}

const problemColumns = [
  { label: '文件', cell: ({ file }: RowProblem) => file },
  { label: '行', cell: ({ line }: RowProblem) => `第 ${line} 行`, noWrap: true },
  { label: '列', cell: ({ field }: RowProblem) => field ?? '整行' },
  { label: '问题', cell: ({ message }: RowProblem) => message },
]

const sumColumns = [
  { label: '内容', cell: ({ kind }: Sum) => labelOf(kind), isHeading: true },
  { label: '新增', cell: ({ added }: Sum) => added, align: 'right' as const },
  { label: '修改', cell: ({ changed }: Sum) => changed, align: 'right' as const },
  { label: '没有变化', cell: ({ unchanged }: Sum) => unchanged, align: 'right' as const },
  { label: '重复合并', cell: ({ merged }: Sum) => merged, align: 'right' as const },
]

function labelOf(kind: string): string {
  return exportKinds.find(({ slug }) => slug === kind)?.label ?? kind
}

/** What files come to: their faults, or what they would change and the button that imports them. */
export function ImportReport({ files, report, version, source = {} }: Props) {
  const { problems, problem_count: count, notices, differences, sums } = report
  if (count > 0) {
    return (
      <Section title="检查结果">
        <Notice tone="warn">有 {count} 个问题，没有导入任何内容。改好以后再检查一次。</Notice>
        <DataTable
          caption="文件里的问题"
          columns={problemColumns}
          rows={problems}
          keyOf={({ file, line, field, message }) => `${file} ${line} ${field ?? ''} ${message}`}
          empty=""
        />
        {count > problems.length ? <p>另有 {count - problems.length} 个问题没有列出。</p> : null}
      </Section>
    )
  }
  const isEmpty = sums.every(({ added, changed }) => added + changed === 0)
  return (
    <Section title="检查结果">
      <Notice tone="done">
        {isEmpty ? '文件没有问题，和网站上的内容一样，没有要导入的。' : '文件没有问题，还没有导入。'}
      </Notice>
      <DataTable
        caption="要导入的内容"
        columns={sumColumns}
        rows={sums}
        keyOf={({ kind }) => kind}
        empty="文件里没有数据。"
      />
      {notices.length === 0 ? null : (
        <ul className={styles.lines}>
          {notices.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {differences.length === 0 ? null : (
        <details open={differences.length <= 20}>
          <summary>逐条看要改什么（{differences.length} 条）</summary>
          <ul className={styles.lines}>
            {differences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {isEmpty || version === undefined ? null : (
        <StaffForm action={importsPath} encType="multipart/form-data">
          <input type="hidden" name="version" value={version} />
          {Object.entries(source).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {files.map(({ name, content }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
            <FileFields key={place} name={name} content={content} />
          ))}
          <SubmitButton>导入并发布</SubmitButton>
        </StaffForm>
      )}
    </Section>
  )
}

function FileFields({ name, content }: { name: string; content: string }) {
  return (
    <>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="content" value={content} />
    </>
  )
}
