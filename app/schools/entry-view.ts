/** What a school's pages say of its next admission. */
export type EntryView = {
  /** Who may enter, in words. */
  eligible?: string
  /** The next dated step that must not be missed. */
  deadline?: string
  /** The year of entry that the steps are about. */
  year: number
  /** Dated steps, earliest first; none for a school that takes nobody. */
  steps: {
    label: string
    when: string
    grades?: string | undefined
    note?: string | undefined
    isOver?: true
    /** How long until it begins: 还有 7 天. */
    left?: string
  }[]
}
