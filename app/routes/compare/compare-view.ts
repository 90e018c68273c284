import type { FactOrigin } from '#app/schools/fact-origins.server.ts'

/** One cell: the value of a school, and how it stands among the others where that can be said. */
export type CompareCell = {
  text: string
  isMissing?: true
  /** The amount as a share of the largest of the row, 0 to 1: a bar. */
  share?: number
  /** A second line: what the value leaves out. */
  note?: string
  /** 学费更低, 班级最小. */
  better?: string
  /** 学费更高, 班级最大. */
  worse?: string
}

/** One row of the comparison; a cell for each school. */
export type CompareRow = {
  label: string
  /** Where the label leads to. */
  href?: string
  cells: CompareCell[]
}

/** What a group of rows is about. */
export type GroupTitle = '费用' | '课程和师资' | '入学' | '生活' | '榜单'

/** Rows about one matter. */
export type CompareGroup = { title: GroupTitle; rows: CompareRow[] }

/** The comparison: rows that differ, by groups, what is the same in all schools, and what is known of none. */
export type CompareView = {
  groups: CompareGroup[]
  same: { label: string; text: string }[]
  unknown: string[]
}

/** Column head of a school with its links. */
export type CompareSchool = {
  id: number
  name: string
  /** The parts of the name between which a narrow column breaks its line. */
  words: string[]
  /** 暂停招生 or 已停办. */
  state?: string
  /** Whether it is sample content. */
  sample?: true
  /** Whether it takes requests and answers questions of parents: a closed one does not. */
  isReceiving?: true
  phone?: string
  call?: string
  website?: string
  /** Where the compared facts come from. */
  origins: FactOrigin[]
}
