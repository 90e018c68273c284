import { cityOfCode } from '#server/contract/cities.ts'
import { grades } from '#server/contract/grades.ts'
import { stages } from '#server/contract/vocabulary.ts'
import type { Profile } from '#app/visitor/require-visitor.server.ts'

/** A profile as labelled texts; 未填写 for absent values. */
export function profileLabels(profile: Profile): { label: string; value: string }[] {
  const { phone, city_code, stage, grade, courseText } = profile
  return [
    { label: '手机号', value: phone },
    { label: '所在城市', value: (city_code === undefined ? undefined : cityOfCode(city_code)?.name) ?? none },
    { label: '孩子学段', value: stageLabel(stage) ?? none },
    { label: '孩子年级', value: gradeLabel(grade) ?? none },
    { label: '关注的课程', value: courseText === '' ? none : courseText },
  ]
}

const none = '未填写'

/** Label of a stage; undefined for none. */
export function stageLabel(slug: string | undefined): string | undefined {
  return stages.find((each) => each.slug === slug)?.label
}

/** Label of a grade; undefined for none. */
export function gradeLabel(slug: string | undefined): string | undefined {
  return grades.find((each) => each.slug === slug)?.label
}
