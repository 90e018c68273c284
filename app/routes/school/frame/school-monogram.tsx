import type { SchoolDetailData } from '#server/contract/school-detail.ts'
import { monogram } from '#app/ui/text/school-text.ts'

type Props = {
  school: Pick<SchoolDetailData, 'id' | 'name'>
  /** Side in px. */
  size: number
  className?: string | undefined
}

const inks = ['#0f6b5c', '#a0451a', '#34528c', '#7a3f63', '#7a5a1c']

/** Decorative monogram of a school without a logo: two characters of its name. */
export function SchoolMonogram({ school, size, className }: Props) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="64" height="64" rx="14" fill={inks[school.id % inks.length]} />
      <rect x="4.5" y="4.5" width="55" height="55" rx="10" fill="none" stroke="#fff" strokeOpacity=".55" />
      <text x="32" y="40" fill="#fff" fontSize="22" fontWeight="600" textAnchor="middle">
        {monogram(school.name)}
      </text>
    </svg>
  )
}
