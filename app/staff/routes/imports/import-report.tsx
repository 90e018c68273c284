import type { ReactNode } from 'react'
import type { z } from 'zod'
import { exportKinds } from '#server/contract/staff/exports.ts'
import type { publishImport } from '#server/contract/staff/imports.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { RowFaults } from '../../brought-files/row-faults.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { UnderstoodTables } from '../../brought-files/understood-tables.tsx'
import { importsPath } from '../../paths.ts'
import styles from './import-report.module.css'

type Report = Pick<
  z.output<typeof publishImport.data>,
  'problems' | 'problem_count' | 'notices' | 'differences' | 'sums' | 'tables' | 'left_out' | 'refused'
>
type Sum = Report['sums'][number]

type Props = {
  files: readonly { name: string; content: string }[]
  /** What unknown columns were said to be. */
  columns: readonly string[]
  report: Report
  /** The content's version that the files were checked at; absent: they cannot be imported as they are. */
  version: number | undefined
  /** What the form said of the source of the files. */
  source: Readonly<Record<string, string | undefined>> | undefined
}

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

/** What files come to: what they were understood as, their faults, what they would change and the button that imports them. */
export function ImportReport({ files, columns, report, version, source = {} }: Props) {
  const { problem_count: count, left_out: leftOut, tables } = report
  const carried = (
    <>
      {Object.entries(source).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {columns.map((value) => (
        <input key={value} type="hidden" name="columns" value={value} />
      ))}
      {files.map(({ name, content }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two files may have one name
        <FileFields key={place} name={name} content={content} />
      ))}
    </>
  )
  return (
    <Section title="检查结果">
      <RowFaults report={report} act="导入" />
      {count > 0 && leftOut === 0 ? null : (
        <Changes report={report}>
          {version === undefined ? null : (
            <StaffForm action={importsPath} encType="multipart/form-data">
              <input type="hidden" name="version" value={version} />
              {leftOut === 0 ? null : <input type="hidden" name="partly" value="yes" />}
              {carried}
              <SubmitButton>
                {leftOut === 0 ? '导入并发布' : `导入其余的行，不要这 ${leftOut} 行`}
              </SubmitButton>
            </StaffForm>
          )}
        </Changes>
      )}
      <UnderstoodTables tables={tables} action={importsPath}>
        {carried}
      </UnderstoodTables>
    </Section>
  )
}

/** What the sound rows would change, and below it the form that does it, unless there is nothing to change. */
function Changes({ report, children }: { report: Report; children: ReactNode }) {
  const { problem_count: count, notices, differences, sums } = report
  const isEmpty = sums.every(({ added, changed }) => added + changed === 0)
  const whole = isEmpty ? '文件没有问题，和网站上的内容一样，没有要导入的。' : '文件没有问题，还没有导入。'
  return (
    <>
      {count > 0 ? (
        <h3>{isEmpty ? '其余的行没有要导入的' : '其余的行会这样导入'}</h3>
      ) : (
        <Notice tone="done">{whole}</Notice>
      )}
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
      {isEmpty ? null : children}
    </>
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
