import { Link } from '@remix-run/react'
import type { CardView } from '#app/ui/card-view.ts'

/** One school at a glance. */
export function SchoolCard({ school }: { school: CardView }) {
  const { cover } = school
  return (
    <li>
      {cover && (
        <img src={`${cover.src}-160`} width={cover.width} height={cover.height} alt="" loading="lazy" />
      )}
      <h3>
        <Link to={`/school/${school.id}/`}>{school.name}</Link>
      </h3>
      {school.english && <p lang="en">{school.english}</p>}
      <p>
        {school.kind && <span>{school.kind}</span>}
        {school.curricula.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </p>
      <p>{school.facts}</p>
      {school.summary && <p>{school.summary}</p>}
      <p>
        {school.fee ?? '学费未公布'} {school.sample && <small>示例数据</small>}
      </p>
      {school.day && <p>{school.day}</p>}
    </li>
  )
}
