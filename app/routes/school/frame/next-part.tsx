import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { correctionPath, schoolPath } from '#app/paths.ts'
import { partNames, type SchoolPart } from '#app/schools/school-data.ts'

type Props = {
  id: number
  /** The sections in the order of the tabs, and the current one. */
  parts: readonly SchoolPart[]
  part: SchoolPart
  child: ChildQuery | undefined
}

/** Sections whose facts have such links of their own. */
const reportable: readonly SchoolPart[] = ['aboutus', 'admissions', 'correction']

/** End of a section: links to the next one, from the last to the overview, and to the form that reports an error. */
export function NextPart({ id, parts, part, child = {} }: Props) {
  const next = part === 'correction' ? undefined : parts[parts.indexOf(part) + 1]
  return (
    <div className="wrap section">
      <p className="words">
        <a className="word" href={withChild(schoolPath(id, next), child)}>
          接着看：{next === undefined ? '概况' : partNames[next]}
        </a>
        {reportable.includes(part) ? null : (
          <a className="word" href={correctionPath(id, part)}>
            这一页有误，纠错
          </a>
        )}
      </p>
    </div>
  )
}
