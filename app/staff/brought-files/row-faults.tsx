import type { z } from 'zod'
import type { rowProblems, understoodFiles } from '#server/contract/staff/uploaded-file.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Notice } from '../parts/notice.tsx'

type Faults = { [Name in keyof typeof rowProblems]: z.output<(typeof rowProblems)[Name]> }
type Rest = Pick<
  { [Name in keyof typeof understoodFiles]: z.output<(typeof understoodFiles)[Name]> },
  'left_out' | 'refused'
>
type RowProblem = Faults['problems'][number]

type Props = {
  report: Faults & Rest
  /** What is done with sound rows: 导入, 保存. */
  act: string
  /** What columns are called, by their names. */
  headers?: Readonly<Record<string, string>>
}

/** What is wrong with the rows of files, nothing without faults; the refused rows as tables with why each is refused. */
export function RowFaults({ report, act, headers = {} }: Props) {
  const { problems, problem_count: count, left_out: leftOut, refused } = report
  if (count === 0) return null
  const columns = [
    { label: '文件', cell: ({ file }: RowProblem) => file },
    { label: '行', cell: ({ line }: RowProblem) => `第 ${line} 行`, noWrap: true },
    {
      label: '列',
      cell: ({ field }: RowProblem) => (field === undefined ? '整行' : (headers[field] ?? field)),
      noWrap: true,
    },
    { label: '问题', cell: ({ message }: RowProblem) => message },
  ]
  return (
    <>
      <Notice tone="warn">
        有 {count} 个问题，没有{act}任何内容。
        {leftOut === 0
          ? '改好以后再检查一次。'
          : `不对的有 ${leftOut} 行，其余的行没有问题：可以先${act}其余的，也可以改好以后一起${act}。`}
      </Notice>
      <DataTable
        caption="文件里的问题"
        columns={columns}
        rows={problems}
        keyOf={({ file, line, field, message }) => `${file} ${line} ${field ?? ''} ${message}`}
        empty=""
      />
      {count > problems.length ? <p>另有 {count - problems.length} 个问题没有列出。</p> : null}
      {refused.map(({ file, csv }) => (
        <p key={file}>
          <a
            download={`${file.replace(/\.[^.]*$/, '')}-不对的行.csv`}
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
          >
            下载 {file} 里不对的行（CSV，每行写着原因）
          </a>
        </p>
      ))}
    </>
  )
}
