import type { Pooled } from './pool.ts'

/** What a school makes of its curriculum: one paragraph each. */
export const curriculumNotes: readonly Pooled<string>[] = [
  ['学校按国家课程开齐开足各学科，校本选修排在每周三和周五的下午。'],
]
