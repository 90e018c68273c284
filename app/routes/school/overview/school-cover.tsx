import { monogram } from '#app/ui/text/school-text.ts'
import { cityOfSchool, type ShownSchool } from '#app/school/school-data.ts'
import styles from './hero.module.css'

const rings = [26, 18, 10]
/** Centres of the waves in one tile of the pattern, distant ones first, since near ones cover them. */
const waves = [
  { x: 0, y: 28 },
  { x: 56, y: 28 },
  { x: 28, y: 42 },
  { x: 0, y: 56 },
  { x: 56, y: 56 },
]

/** Placeholder cover of a school without pictures: its monogram over a wave pattern. */
export function SchoolCover({ school }: { school: ShownSchool }) {
  const place = [cityOfSchool(school).name, school.district?.name].filter(Boolean).join(' ')
  return (
    <div>
      <p className="vh">暂无校园图片</p>
      <svg
        className={`${styles.main} ${styles.cover}`}
        viewBox="-320 -150 640 300"
        preserveAspectRatio="xMidYMid slice"
        fill="currentColor"
        textAnchor="middle"
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          <pattern id="waves" width="56" height="28" patternUnits="userSpaceOnUse">
            {waves.flatMap(({ x, y }) =>
              rings.map((r) => <circle key={`${x} ${y} ${r}`} cx={x} cy={y} r={r} />),
            )}
          </pattern>
        </defs>
        <rect x="-320" y="-150" width="640" height="300" fill="url(#waves)" />
        <text y="20" fontSize="92" fontWeight="700" letterSpacing="8">
          {monogram(school.name)}
        </text>
        <text y="68" fontSize="18">
          {place}，暂无校园图片
        </text>
      </svg>
    </div>
  )
}
